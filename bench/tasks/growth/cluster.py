from rivals import Gauze


class FewDistinct(Gauze):
    """On patients, a million take some 15 seconds: a hundred million have their place elsewhere."""

    def takes(self, case):
        return case.kind == "adult"


rival = FewDistinct("cluster")
