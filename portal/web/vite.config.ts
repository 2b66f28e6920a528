import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets } from './build/check-budgets.ts';

/** Where `npm run dev` finds the API: a portal that runs already, such as the demo's. */
const portal = process.env.GPULEASE_PORTAL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), checkBudgets()],
  build: {
    manifest: true,
    sourcemap: false,
    // Small files stay files: the content security policy allows fonts and scripts from this origin only.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: portal, changeOrigin: true, headers: { origin: portal } } } },
});
