from rivals import Attacks

rival = Attacks("cluster", kinds=["adult"])
