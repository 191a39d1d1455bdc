from rivals import Attacks

rival = Attacks("mondrian")
