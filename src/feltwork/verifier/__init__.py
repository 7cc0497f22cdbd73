"""The proof: hash chain, checkpoints, replay, the verifier."""
