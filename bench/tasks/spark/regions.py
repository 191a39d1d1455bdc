from harness import Skip
from tasks.spark.gauze import Release


class Regions(Release):
    """`gauze.spark.run(…, route="regions")`: what tables that fit no driver take."""

    name = "regions"

    def prepare(self, bench, case, folder):
        if case.kind != "patients":
            raise Skip("its tuples fit any driver")
        return super().prepare(bench, case, folder)


rival = Regions()
