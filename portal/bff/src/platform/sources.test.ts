import { ApiError } from '@gpulease/kube';
import { expect, it } from '@jest/globals';
import { createLogger } from '../http/logger.ts';
import { platformReader, type Assessment, type Source } from './sources.ts';

const log = createLogger('silent');
const limitMs = 20;

const knows: Source = {
  names: ['SCHEMA'],
  of: 'DATABASE',
  read: () => Promise.resolve({ SCHEMA: { finding: 'SCHEMA_CURRENT', parameters: { newest: '1' } } }),
};
const asking = (of: Source['of'], read: () => Promise<never>): Source => ({ names: ['JOBS'], of, read });
const hangs = () => Promise.withResolvers<never>().promise;
const fails = (error: Error) => () => Promise.reject(error);
const api = (code: number, reason: string) => new ApiError({ code, reason, message: reason });

it.each<[string, Source, Assessment['finding']]>([
  ['a database that hangs', asking('DATABASE', hangs), 'DATABASE_SILENT'],
  [
    'an unreachable database',
    asking('DATABASE', fails(Object.assign(new Error(), { code: 'ECONNREFUSED' }))),
    'DATABASE_SILENT',
  ],
  ['a database that fails', asking('DATABASE', fails(new Error('no such table'))), 'DATABASE_FAILED'],
  ['an API server that hangs', asking('CLUSTER', hangs), 'CLUSTER_SILENT'],
  ['an unreachable API server', asking('CLUSTER', fails(api(503, 'Unavailable'))), 'CLUSTER_SILENT'],
  ['an API server that denies access', asking('CLUSTER', fails(api(403, 'Forbidden'))), 'CLUSTER_FORBIDS'],
  ['an API server that fails', asking('CLUSTER', fails(api(500, 'InternalError'))), 'CLUSTER_FAILED'],
])('%s does not hold back the checks of other sources', async (_, source, finding) => {
  const read = platformReader([source, knows], { log, limitMs });
  expect(await read()).toEqual([
    { name: 'JOBS', status: 'UNKNOWN', finding, parameters: {} },
    { name: 'SCHEMA', status: 'OK', finding: 'SCHEMA_CURRENT', parameters: { newest: '1' } },
  ]);
});

it('a hanging source is read once, and again after it has responded', async () => {
  const answer = Promise.withResolvers<{ JOBS: Assessment }>();
  let asked = 0;
  const source: Source = { ...asking('DATABASE', hangs), read: () => ((asked += 1), answer.promise) };
  const read = platformReader([source], { log, limitMs });
  await Promise.all([read(), read()]);
  await read();
  expect(asked).toBe(1);
  answer.resolve({ JOBS: { finding: 'JOBS_WAIT' } });
  expect(await read()).toMatchObject([{ finding: 'JOBS_WAIT' }]);
  await read();
  expect(asked).toBe(2);
});
