from rivals import Gauze

rival = Gauze("mondrian", choose="span")
