from rivals import Profile

rival = Profile()
