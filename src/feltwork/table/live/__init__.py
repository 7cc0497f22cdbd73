"""A live table: people, equipment and time around the game."""
