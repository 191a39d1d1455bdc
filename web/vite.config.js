import { defineConfig } from "vite";

// One script and one style sheet with hashed names, which the program serves from its own text. Nothing is inlined: the page's
// Content-Security-Policy allows no inline script and no inline style.
export default defineConfig({
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
