import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const BUDGET = 250_000; // bytes of script, compressed as the program keeps it

// A page that has grown past its budget is not built.
const budget: Plugin = {
  name: "budget",
  generateBundle(_options, files) {
    let bytes = 0;
    for (const file of Object.values(files)) {
      if (file.type === "chunk") bytes += gzipSync(file.code, { level: 9 }).length;
    }
    this.info(`${bytes} of ${BUDGET} bytes of script, compressed`);
    if (bytes > BUDGET) this.error(`the script is larger than its budget: ${bytes} of ${BUDGET} bytes, compressed`);
  },
};

// One script and one style sheet with hashed names, which the program serves from its own text. Nothing is inlined: the page's
// Content-Security-Policy allows no inline script and no inline style.
export default defineConfig({
  plugins: [budget],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
