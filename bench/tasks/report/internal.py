from rivals import Gauze


class Reported(Gauze):
    """The same with --report; its size is noted."""

    def prepare(self, bench, case, folder):
        return [*super().prepare(bench, case, folder), "--report", folder / "report"]

    def check(self, bench, case, folder, run):
        facts = super().check(bench, case, folder, run)
        sizes = [(folder / "report" / name).stat().st_size for name in ("report.html", "evidence.json")]
        return {**facts, "report_kib": round(sum(sizes) / 1024)}


rival = Reported("mondrian", choose="span")
