from rivals import Gauze

rival = Gauze("cluster")
