"""A tournament from draft to paid: its topics, its state, what decides and what is told."""
