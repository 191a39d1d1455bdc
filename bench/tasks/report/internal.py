from tasks.report.public import Public


class Internal(Public):
    """With both forms: everything that a page shows."""

    def prepare(self, bench, case, folder):
        return [*super().prepare(bench, case, folder), "--report", self.reports(folder)]

    def reports(self, folder):
        return folder / "report"


rival = Internal("mondrian", choose="span")
