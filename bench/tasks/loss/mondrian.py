from rivals import Gauze
from tasks.loss import Measured

rival = Measured(Gauze("mondrian", choose="loss"))
