import { expect, it } from '@jest/globals';
import { productionLock, type Lockfile } from './sbom.ts';

const lock: Lockfile = {
  packages: {
    portal: { devDependencies: { jest: '1.0.0' } },
    'node_modules/zod': {},
    'node_modules/jest': { dev: true },
    'node_modules/argon2-linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/argon2-linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/argon2-linux-arm64-gnu': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    'node_modules/argon2-darwin-x64': { os: ['darwin'], cpu: ['x64'] },
  },
};

it('keeps the packages of an image, without those for development or another system', () => {
  expect(productionLock(lock, 'x64').packages).toEqual({
    portal: {},
    'node_modules/zod': {},
    'node_modules/argon2-linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  });
});
