from tasks.append.delta import Append

rival = Append("full")
