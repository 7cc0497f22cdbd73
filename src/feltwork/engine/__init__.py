"""One command's way: envelope, writer queue, transaction, commit, answer; and what keeps the streams in memory."""
