import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** One product serves the whole suite (see global-setup.ts), so the files share it and run one after another. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.GPULEASE_E2E_REPORT ?? 'test-results/report.json' }],
  ],
  use: {
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60_000,
    // Screenshots of every change would take a quarter of the CPU time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(systemChromium ? { executablePath: systemChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
