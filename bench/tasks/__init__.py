"""One folder a task, in the order of the page."""
NAMES = ["copy", "sort", "growth", "billion", "sharded", "loss", "plan", "profile", "qs", "risk", "freeform", "append", "flat",
         "trickle", "python", "spark", "report", "attack"]
