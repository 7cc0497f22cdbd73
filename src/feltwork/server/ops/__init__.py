"""What keeps a server process honest about itself."""
