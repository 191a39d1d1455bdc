from rivals import Gauze


class Public(Gauze):
    """With the report that every run publishes; its size is noted."""

    def reports(self, folder):
        return folder / "release" / "report"

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        sizes = [(self.reports(folder) / name).stat().st_size for name in ("report.html", "evidence.json")]
        return {**facts, "report_kib": round(sum(sizes) / 1024)}


rival = Public("mondrian", choose="span")
