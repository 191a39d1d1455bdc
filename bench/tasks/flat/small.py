from tasks.flat import APART, Onto

rival = Onto(APART)
