"""Papers: what is printed and signed, as HTML and as PDF."""
