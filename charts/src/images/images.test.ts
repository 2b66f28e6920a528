import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dockerIgnore } from './docker-ignore.ts';
import { parseDockerfile } from './dockerfile.ts';

const repository = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

describe('.dockerignore', () => {
  const isIgnored = dockerIgnore(read('.dockerignore'));

  it.each([
    'package-lock.json',
    'local/package.json',
    'portal/bff/package.json',
    'kube/src/index.ts',
    'portal/bff/src/database/migrations/0001-baseline.sql',
    'portal/contract/openapi.json',
    'portal/web/public/favicon.svg',
    'scripts/images/stripped.mjs',
  ])('includes %s', (path) => expect(isIgnored(path)).toBe(false));

  it.each([
    '.git/config',
    '.gpulease/accounts.json',
    'node_modules/zod/package.json',
    'portal/web/node_modules/x/index.js',
    'portal/web/dist/index.html',
    'kube/src/testing/index.ts',
    'operator/src/quantity.test.ts',
    'portal/web/src/app/shell.test.tsx',
    'local/src/demo/main.ts',
    'charts/gpulease/values.yaml',
    'scripts/test.mjs',
    '.env',
  ])('excludes %s', (path) => expect(isIgnored(path)).toBe(true));
});

describe.each(['operator/Dockerfile', 'portal/Dockerfile'])('%s', (path) => {
  const stages = parseDockerfile(read(path));
  const last = stages.at(-1);

  it('uses the Node version of the tests', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    expect(stages[0]?.from).toBe(`node:${devDependencies.node}-bookworm-slim`);
  });

  it('ends in an image without a shell, as an unprivileged user', () => {
    expect(last?.from).toBe('gcr.io/distroless/cc-debian12:nonroot');
    expect(last?.instructions).toContainEqual({ keyword: 'USER', rest: '65532:65532' });
    expect(last?.instructions.map(({ keyword }) => keyword)).not.toContain('RUN');
  });

  it('copies the package.json of every workspace, which npm ci requires', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const copied = stages[0]?.instructions.map(({ rest }) => rest) ?? [];
    expect(copied).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json ${name}/`)));
  });
});
