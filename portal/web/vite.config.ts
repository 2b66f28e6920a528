import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets } from './build/check-budgets.ts';
import { compressAssets } from './build/compress-assets.ts';
import { lightenSelectors } from './build/light-selectors.ts';
import { preloadPages } from './build/preload-pages.ts';
import { dropUnusedCode } from './build/unused-code.ts';
import { dropUnusedThemes } from './build/unused-themes.ts';

/** Where `npm run dev` finds the API: a portal that runs already, such as the demo's. */
const portal = process.env.GPULEASE_PORTAL ?? 'http://127.0.0.1:8080';

/** Modules of the shell that lazily loaded parts use, too. */
const shell = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler)/`,
    String.raw`web/src/(app/guard|session/(session|return-to)|platform/chunks|ui/(errors/boundary|theme|toasts|loading|loaded)|api/config)\.`,
  ].join('|'),
);

const components = (names: string) =>
  String.raw`react-core/dist/esm/(components|layouts|helpers)/(${names})/`;

/** What both the public pages and the sign-in pages show, and what ties forms to dialogs without bringing either. */
const common = new RegExp(
  [
    components('Checkbox|FormControl|FormSelect|List|Stack'),
    String.raw`react-core/dist/esm/helpers/(util|resizeObserver)\.`,
    String.raw`contract/src/(enums|money)\.`,
    String.raw`web/src/(i18n/format|ui/(brand|language-toggle|theme-toggle|dialog-footer|lazy-part|money|one-line|request-id|use-action|use-mounted))\.`,
  ].join('|'),
);

/** What searches, choices and forms are made of. */
const fields = new RegExp(components('Form|HelperText|InputGroup|Radio|TextInput'));

/** Around the pages for everybody: layout and masthead. The consoles add a menu. */
const frame = new RegExp(String.raw`web/src/app/public-shell\.|${components('ActionList|Content')}`);

/** What places itself beside something else. */
const popper = new RegExp(components('Popper|Tooltip'));
const menus = new RegExp(components('Dropdown|Menu|MenuToggle|Select'));

const table = /web\/src\/ui\/table\/(rows|empty-states)\./;

/** A failure in a form, and what PatternFly's own alert adds to it. */
const failure = /web\/src\/ui\/errors\/failure-alert\./;
const alert = new RegExp(components('Alert'));

const forms = /node_modules\/react-hook-form\/|web\/src\/ui\/form\/(resource-form|inputs)\./;

/** What checks forms, which come before it. */
const checks = /node_modules\/(zod|@hookform\/resolvers)\/|contract\/src\/validation\./;

/** The small signs of PatternFly's own components, of which every console shows some. */
const signs = /react-icons\/dist\/esm\/icons\/(rh-microns-[a-z-]+|plus|plus-circle|check)(-icon)?\./;

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
  plugins: [
    react(),
    dropUnusedThemes(),
    dropUnusedCode(),
    lightenSelectors(),
    preloadPages(),
    checkBudgets(),
    compressAssets(),
  ],
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
    // Small files stay files: the content security policy allows fonts and scripts from this origin only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Otherwise each would be a file of its own, because a console's screen needs some of them and not the others.
        codeSplitting: {
          groups: [
            { name: 'shell', test: shell },
            { name: 'signs', test: signs },
            { name: 'common', test: common },
            { name: 'fields', test: fields },
            { name: 'frame', test: frame },
            { name: 'popper', test: popper },
            { name: 'menus', test: menus },
            { name: 'table', test: table },
            { name: 'failure', test: failure },
            { name: 'alert', test: alert },
            { name: 'forms', test: forms },
            { name: 'checks', test: checks },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: portal, changeOrigin: true, headers: { origin: portal } } } },
});
