from tasks.report.public import Public


class Internal(Public):
    """With both forms: everything that a page shows. It is made after publication, so its own time can be told: from the
    moment in which the release got its name to the last file of the report."""

    def prepare(self, bench, case, folder):
        return [*super().prepare(bench, case, folder), "--report", self.reports(folder)]

    def reports(self, folder):
        return folder / "report"

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        published = (folder / "release").stat().st_ctime
        written = (self.reports(folder) / "report.html").stat().st_mtime
        return {**facts, "report_seconds": round(written - published, 2)}


rival = Internal("mondrian", choose="span")
