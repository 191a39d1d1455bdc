"""One folder a paper."""
NAMES = ["qs", "risk", "freeform", "continuing", "personal"]
