/** Compares the settings that the programs print with the code that reads them and the chart that sets them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { settingsOf } from '@gpulease/kube/settings';
import { operatorSettings } from '../../operator/src/config.ts';
import { portalSettings } from '../../portal/bff/src/config.ts';
import { migrateSettings } from '../../portal/bff/src/migrate-settings.ts';
import { scratchSettings } from '../../portal/bff/src/settings/shared.ts';
import { workerSettings } from '../../portal/bff/src/worker-config.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const programs = [operatorSettings, portalSettings, workerSettings, [migrateSettings], [scratchSettings]];
const printed = programs.flatMap(settingsOf);
const names = printed.map(({ name }) => name);

const sources = globSync('{crds,kube,placement,operator,portal/bff}/src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
);

it.each(printed)('$name has a description', ({ description }) => {
  expect(description).not.toBe('');
});

it('only the schemas of settings read the environment', () => {
  // Only tests set failpoints.
  const others = sources.filter((file) => file !== 'portal/bff/src/database/failpoint.ts');
  const lines = others.flatMap((file) => read(file).split('\n'));
  const reading = lines.filter((line) => /process\.env|\benv\.[A-Z]/.test(line));
  expect(reading).not.toEqual([]);
  expect(reading.filter((line) => !/(read\w+|settingsText)\((\w+, )?process\.env\b/.test(line))).toEqual([]);
});

it('a program prints every variable of such a schema', () => {
  const schemas = sources
    .map(read)
    .filter((text) => text.includes('/settings') || text.includes('readSettings('));
  const variables = schemas.flatMap((text) => [
    ...text.matchAll(/^ +([A-Z][A-Z\d]*(?:_[A-Z\d]+)*): (?=\w)/gm),
  ]);
  const found = new Set(variables.map(([, name = '']) => name));
  expect(found).toContain('GPULEASE_SMTP_URL');
  expect([...found].filter((name) => !names.includes(name))).toEqual([]);
});

it('every variable that the chart sets belongs to a program or to Node', () => {
  const templates = globSync('charts/gpulease/templates/**/*.{yaml,tpl}', { cwd: root }).map(read).join('\n');
  const set = [...templates.matchAll(/^ *- name: ([A-Z_]+)(\{\{)?/gm)];
  expect(set.length).toBeGreaterThan(20);
  const known = [...names, 'NODE_EXTRA_CA_CERTS'];
  const isKnown = (name: string, isBeginning: boolean) =>
    known.some((one) => (isBeginning ? one.startsWith(name) : one === name));
  expect(set.filter(([, name = '', rest]) => !isKnown(name, rest !== undefined))).toEqual([]);
});
