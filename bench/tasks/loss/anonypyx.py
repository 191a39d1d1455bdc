from rivals import Library
from tasks.loss import Measured

rival = Measured(Library("anonypyx_peer.py"), labels=["set"], kinds=["real"])
