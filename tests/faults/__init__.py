"""What is left standing when something breaks."""
