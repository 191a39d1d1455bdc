from rivals import Profile

rival = Profile("--no-sets")
