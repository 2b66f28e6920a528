import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets, compressAssets, preloadPages } from './build/after-build.ts';
import { lightenSelectors } from './build/light-selectors.ts';

/** The running portal that serves the API for `npm run dev`, such as the demo's. */
const portal = process.env.GPULEASE_PORTAL ?? 'http://127.0.0.1:8080';

/** Resolves to the production files; the package exports only the development ones. */
const reactRouter = (entry: string) =>
  fileURLToPath(import.meta.resolve(entry)).replace('/dist/development/', '/dist/production/');

export default defineConfig({
  resolve: {
    alias: ['react-router', 'react-router/dom'].map((entry) => ({
      find: new RegExp(`^${entry}$`),
      replacement: reactRouter(entry),
    })),
  },
  plugins: [react(), lightenSelectors(), preloadPages(), checkBudgets(), compressAssets()],
  // Makes `vite build` build both the application and the program that renders pages on the server.
  builder: {},
  environments: {
    ssr: {
      // One file, so that the server needs none of the application's packages.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: 'src/ssr/render.tsx',
        outDir: 'dist/server',
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
  build: {
    manifest: true,
    // Browsers without modulepreload load the chunks of a page one after another, nothing worse.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The bundled packages with their license texts, read by the image's bill of materials.
    license: { fileName: '.vite/licenses.json' },
    // Inline nothing: the content security policy allows fonts and scripts only from this origin.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Otherwise each set of parts sharing modules gets its own chunk: 97 files instead of 50 for the home page.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 64 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: portal, changeOrigin: true, headers: { origin: portal } } } },
});
