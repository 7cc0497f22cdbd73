"""Dragon Fire, The Star, 2016."""
