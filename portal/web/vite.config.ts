import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets } from './build/check-budgets.ts';

/** Where `npm run dev` finds the API: a portal that runs already, such as the demo's. */
const portal = process.env.GPULEASE_PORTAL ?? 'http://127.0.0.1:8080';

/** Modules of the shell that lazily loaded parts use, too. */
const shell = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler)/`,
    String.raw`web/src/(app/(theme|session|guard|return-to)|errors/(boundary|load-chunk)|ui/(toasts|loading|loaded)|api/config)\.`,
  ].join('|'),
);

/** The small signs of PatternFly's own components, of which every console shows some. */
const signs = /react-icons\/dist\/esm\/icons\/(rh-microns-[a-z-]+|plus|plus-circle|check)(-icon)?\./;

export default defineConfig({
  plugins: [react(), checkBudgets()],
  build: {
    manifest: true,
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
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: portal, changeOrigin: true, headers: { origin: portal } } } },
});
