from rivals import Risk

rival = Risk("--decide")
