// Fails if the script of dist/ is larger than the budget, compressed as the program keeps it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = { ".js": 250_000, ".css": 30_000 };
const folder = join(process.argv[2] ?? "dist", "assets");

let over = false;
for (const [kind, budget] of Object.entries(BUDGET)) {
  const files = readdirSync(folder).filter((name) => name.endsWith(kind));
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  console.log(`${kind} ${bytes} of ${budget} bytes, compressed`);
  over ||= bytes > budget;
}
process.exit(over ? 1 : 0);
