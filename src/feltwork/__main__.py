"""``python -m feltwork``."""

from feltwork.cli.main import main

main()
