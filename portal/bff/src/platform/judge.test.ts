import { describe, expect, it } from '@jest/globals';
import {
  judgeBackup,
  judgeBooks,
  judgeCertificate,
  judgeConnections,
  judgeInstalled,
  judgeJobs,
  judgeLeader,
  judgeReplicas,
  judgeRestoreTest,
  judgeSchema,
  judgeSweep,
  judgeVersion,
  judgeVersions,
} from './judge.ts';

const now = new Date('2026-11-26T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const done = (minutes: number, faults = 0) => ({ at: ago(minutes * 60), agoMs: minutes * 60_000, faults });

describe('programs', () => {
  it.each([
    [['0.2.0', '0.2.0'], 'RUNNING', '0.2.0', 2],
    [['0.2.0', '0.1.0'], 'OTHER_VERSIONS', '0.1.0, 0.2.0', 2],
    [['0.1.0'], 'OTHER_VERSIONS', '0.1.0', 1],
  ])('of versions %j are %s', (versions, finding, version, processes) => {
    const parameters = { version, own: '0.2.0', processes };
    expect(judgeVersions(versions, '0.2.0')).toEqual({ finding, parameters });
  });

  it('without a heartbeat are not running', () => {
    expect(judgeVersions([], '0.2.0')).toEqual({ finding: 'NOT_RUNNING' });
  });

  it.each([
    ['leads', { version: '0.2.0', renewedAt: ago(59) }, 'LEADS'],
    ['leads with another version', { version: '0.1.0', renewedAt: ago(2) }, 'LEADS_WITH_OTHER_VERSION'],
    ['has been silent for a minute', { version: '0.2.0', renewedAt: ago(61) }, 'LEADER_SILENT'],
    ['has released the lease', { holder: '', version: '0.2.0', renewedAt: ago(2) }, 'NO_LEADER'],
  ])('with an operator that %s', (_, lead, finding) => {
    const found = judgeLeader({ holder: 'operator-1', since: ago(600), ...lead }, '0.2.0', now);
    expect(found.finding).toBe(finding);
  });

  it('have no leader without a lease', () => {
    expect(judgeLeader(undefined, '0.2.0', now)).toEqual({ finding: 'NO_LEADER' });
  });

  it.each([
    [2, 2, 'REPLICAS_READY'],
    [1, 2, 'REPLICAS_MISSING'],
    [0, 0, 'REPLICAS_MISSING'],
  ])('with %d of %d replicas: %s', (ready, wanted, finding) => {
    expect(judgeReplicas({ ready, wanted })).toEqual({ finding, parameters: { ready, wanted } });
  });
});

describe('versions', () => {
  it.each([
    ['v1.32.0', 'KUBERNETES', 'VERSION'],
    ['v1.31.9+k3s1', 'KUBERNETES', 'TOO_OLD'],
    ['v2.0.0', 'KUBERNETES', 'VERSION'],
    ['v1.10.0', 'KUBEVIRT', 'VERSION'],
    ['v1.8.2', 'KUBEVIRT', 'TOO_OLD'],
    ['15.4 (Debian 15.4-1)', 'POSTGRESQL', 'VERSION'],
    ['14.9', 'POSTGRESQL', 'TOO_OLD'],
  ] as const)('%s of %s: %s', (version, of, finding) => {
    expect(judgeVersion(version, of)).toEqual({ finding, parameters: { version } });
  });

  it.each([
    ['that is deployed', { phase: 'Deployed', version: 'v1.9.0' }, 'VERSION'],
    ['that is too old', { phase: 'Deployed', version: 'v1.7.0' }, 'TOO_OLD'],
    ['that is being deployed', { phase: 'Deploying', version: '' }, 'NOT_DEPLOYED'],
    ['that is missing', undefined, 'NOT_INSTALLED'],
  ])('of a KubeVirt %s', (_, installed, finding) => {
    expect(judgeInstalled(installed, 'KUBEVIRT').finding).toBe(finding);
  });
});

describe('the database', () => {
  it.each([
    ['0140-b.sql', 'SCHEMA_CURRENT'],
    ['0137-a.sql', 'SCHEMA_OLDER'],
    ['0141-c.sql', 'SCHEMA_NEWER'],
  ])('with the schema of %s: %s', (newest, finding) => {
    const found = judgeSchema(newest, '0140-b.sql');
    expect(found).toMatchObject({ finding, parameters: { newest } });
  });

  it.each([
    [77, 'CONNECTIONS_FREE'],
    [78, 'CONNECTIONS_SCARCE'],
  ])('with %d of 97 connections in use: %s', (used, finding) => {
    expect(judgeConnections({ used, usable: 97 }).finding).toBe(finding);
  });
});

describe('work', () => {
  it.each([
    ['that waits', { waiting: 9, longest: 300 }, 'JOBS_WAIT', { waiting: 9 }],
    ['that has waited too long', { waiting: 9, longest: 301 }, 'JOBS_LATE', { waiting: 9, seconds: 301 }],
    ['that fails', { failing: 1 }, 'JOBS_FAIL', { waiting: 0, failing: 1, givenUp: 0 }],
    ['that was abandoned', { givenUp: 2 }, 'JOBS_FAIL', { waiting: 0, failing: 0, givenUp: 2 }],
  ])('%s', (_, jobs, finding, parameters) => {
    const found = judgeJobs({ waiting: 0, failing: 0, givenUp: 0, longest: 0, ...jobs });
    expect(found).toEqual({ finding, parameters });
  });

  it.each([
    [done(5), 'SWEPT'],
    [done(6), 'SWEEP_LATE'],
    [undefined, 'NEVER_DONE'],
  ])('a sweep %j: %s', (last, finding) => {
    expect(judgeSweep(last).finding).toBe(finding);
  });

  it.each([
    [done(120), 'BOOKS_IN_ORDER'],
    [done(121), 'CHECK_LATE'],
    [done(1, 3), 'BOOKS_NOT_IN_ORDER'],
    [undefined, 'NEVER_DONE'],
  ])('a check of the books %j: %s', (last, finding) => {
    expect(judgeBooks(last).finding).toBe(finding);
  });

  it.each([
    ['at its maximum age', done(36 * 60), 36, 'BACKED_UP'],
    ['that is too old', done(36 * 60 + 1), 36, 'BACKUP_TOO_OLD'],
    ['that was never made', undefined, 36, 'NEVER_DONE'],
    ['that is not set up', undefined, undefined, 'NO_BACKUP_SET_UP'],
    ['that is no longer set up', done(1), undefined, 'NO_BACKUP_SET_UP'],
  ])('a backup %s', (_, last, maxHours, finding) => {
    expect(judgeBackup(last, maxHours).finding).toBe(finding);
  });

  it.each([
    ['at its maximum age', done(192 * 60), 192, 'RESTORED'],
    ['that is too old', done(192 * 60 + 1), 192, 'RESTORE_TEST_TOO_OLD'],
    ['that was never made', undefined, 192, 'NEVER_DONE'],
    ['that is not set up', undefined, undefined, 'NO_RESTORE_TEST_SET_UP'],
    ['that is no longer set up', done(1), undefined, 'NO_RESTORE_TEST_SET_UP'],
  ])('a restore test %s', (_, last, maxHours, finding) => {
    expect(judgeRestoreTest(last && { ...last, seconds: 95 }, maxHours).finding).toBe(finding);
  });
});

it.each([
  [21 * 24 + 1, 'CERTIFICATE_VALID'],
  [21 * 24 - 1, 'CERTIFICATE_ENDS'],
  [0, 'CERTIFICATE_ENDED'],
])('a certificate that ends in %d hours: %s', (hours, finding) => {
  const end = ago(-hours * 3_600);
  expect(judgeCertificate(end, now)).toEqual({ finding, parameters: { at: end.toISOString() } });
});
