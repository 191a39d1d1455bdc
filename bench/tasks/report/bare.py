from rivals import Gauze


class Bare(Gauze):
    """Data and manifest alone."""

    def prepare(self, bench, case, folder):
        return [*super().prepare(bench, case, folder), "--no-report"]


rival = Bare("mondrian", choose="span")
