/** Tests React components in jsdom, as CommonJS. PatternFly and altcha are ES modules, so they are transformed too. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2024',
    },
    module: { type: 'commonjs' },
  },
];

export default {
  displayName: 'web',
  testEnvironment: '<rootDir>/src/testing/environment.config.js',
  roots: ['<rootDir>/src', '<rootDir>/build'],
  testMatch: ['**/*.test.{ts,tsx}'],
  testTimeout: 60_000,
  setupFiles: ['<rootDir>/src/testing/globals.ts'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  transform: { '\\.(m?[jt]sx?)$': swc, '\\.webp$': '<rootDir>/src/testing/picture-name.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!(@patternfly|altcha-lib)/)'],
  moduleNameMapper: {
    '\\.(css|svg)$': '<rootDir>/src/testing/empty.ts',
    '^@patternfly/react-(core|icons)$': '<rootDir>/src/testing/patternfly-$1.cjs',
  },
};
