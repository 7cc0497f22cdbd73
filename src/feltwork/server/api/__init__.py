"""Addresses that screens ask and post to, by subject."""
