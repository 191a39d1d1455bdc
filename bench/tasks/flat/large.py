from tasks.flat import Onto

rival = Onto(1)
