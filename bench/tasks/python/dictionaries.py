from tasks.python.package import Package

rival = Package("dictionaries")
