import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets, compressAssets, preloadPages } from './build/after-build.ts';
import { lightenSelectors } from './build/light-selectors.ts';

/** Where `npm run dev` finds the API: a portal that runs already, such as the demo's. */
const portal = process.env.GPULEASE_PORTAL ?? 'http://127.0.0.1:8080';

/** Its package names only the files that also warn developers. */
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
  // `vite build` builds the application, and the program that renders pages on the server.
  builder: {},
  environments: {
    ssr: {
      // One file, so that the server needs no packages of the application.
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
    // Browsers without it only load the parts of a page one after the other.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // What is bundled, with the texts that its licenses want to go along. The bill of materials of the image takes it from here.
    license: { fileName: '.vite/licenses.json' },
    // Small files stay files: the content security policy allows fonts and scripts from this origin only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Otherwise there is a file for each set of parts that use the same modules: 97 in place of 50 for the home page.
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
