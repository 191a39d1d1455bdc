from rivals import Library
from tasks.loss import Measured

rival = Measured(Library("anjana_peer.py"), labels=["node"], kinds=["real"])
