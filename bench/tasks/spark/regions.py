from tasks.spark.gauze import Release


class Regions(Release):
    """`gauze.spark.run(…, route="regions")`: what tables that fit no driver take."""

    name = "regions"

    def takes(self, case):
        """Adult's tuples fit any driver."""
        return case.kind == "patients"


rival = Regions()
