"""The operator's kit, tried on this machine: what `docs/operate.md` says, from the files in `deploy`."""
