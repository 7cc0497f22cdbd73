"""What a live table is about, one module for each subject."""
