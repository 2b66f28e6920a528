/**
 * Three projects: `unit` (pure code, no I/O beyond loopback), `integration` (a real API server and a real
 * PostgreSQL, started once for each worker) and `web` (React components in jsdom).
 */
const server = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.gpulease', '/dist/'],
};
const workspaces = ['crds', 'kube', 'placement', 'operator', 'portal/contract', 'portal/bff', 'local'];
const roots = [...workspaces, 'charts', 'kind', 'node-test', 'docs/generator'].map(
  (path) => `<rootDir>/${path}`,
);

export default {
  // Nothing here measures time: a test that takes this long hangs.
  testTimeout: 600_000,
  projects: [
    {
      ...server,
      displayName: 'unit',
      roots: [...roots, '<rootDir>/scripts'],
      testMatch: ['**/*.test.ts', '**/scripts/*.test.mjs'],
      testPathIgnorePatterns: ['\\.integration\\.test\\.ts$', '/node_modules/'],
    },
    {
      ...server,
      displayName: 'integration',
      roots,
      testMatch: ['**/*.integration.test.ts'],
      globalSetup: '<rootDir>/local/src/testing/global-setup.ts',
      globalTeardown: '<rootDir>/local/src/testing/global-teardown.ts',
    },
    '<rootDir>/portal/web',
  ],
};
