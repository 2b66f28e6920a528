/** Derives findings from facts. Pure. */
import { platformNormal } from '@gpulease/contract/platform-checks';
import type { LastRestoreTest } from '../backup/record.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Assessment } from './sources.ts';

/** Compares the versions of a program's running processes with our own. */
export function judgeVersions(versions: readonly string[], own: string): Assessment {
  if (versions.length === 0) return { finding: 'NOT_RUNNING' };
  const different = [...new Set(versions)].toSorted();
  const parameters = { version: different.join(', '), own, processes: versions.length };
  return { finding: different.join() === own ? 'RUNNING' : 'OTHER_VERSIONS', parameters };
}

export interface Lead {
  /** Empty without a leader. */
  readonly holder: string;
  readonly version: string;
  readonly since: Date;
  readonly renewedAt: Date;
}

/** Another instance takes over in less than half of this time. */
const LEADER_SILENT_MS = MINUTE_MS;

export function judgeLeader(lead: Lead | undefined, own: string, now: Date): Assessment {
  if (lead === undefined || lead.holder === '') return { finding: 'NO_LEADER' };
  const { holder, version, since, renewedAt } = lead;
  if (now.getTime() - renewedAt.getTime() > LEADER_SILENT_MS)
    return { finding: 'LEADER_SILENT', parameters: { holder, at: renewedAt.toISOString() } };
  const parameters = { holder, version, own, since: since.toISOString() };
  return { finding: version === own ? 'LEADS' : 'LEADS_WITH_OTHER_VERSION', parameters };
}

export function judgeReplicas(replicas: { readonly ready: number; readonly wanted: number }): Assessment {
  const isReady = replicas.ready >= replicas.wanted && replicas.wanted > 0;
  return { finding: isReady ? 'REPLICAS_READY' : 'REPLICAS_MISSING', parameters: { ...replicas } };
}

export function judgeVersion(version: string, of: keyof typeof platformNormal.oldest): Assessment {
  const isOld = isOlder(version, platformNormal.oldest[of]);
  return { finding: isOld ? 'TOO_OLD' : 'VERSION', parameters: { version } };
}

/** Compares major and minor numbers, wherever they stand in a version such as `v1.34.1+k3s1`. */
function isOlder(version: string, oldest: string): boolean {
  const [major, minor] = numbersOf(version);
  const [oldestMajor, oldestMinor] = numbersOf(oldest);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

function numbersOf(version: string): [major: number, minor: number] {
  const [, major = '0', minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

/** Compares the newest migration of the database with the newest that this program knows. */
export function judgeSchema(newest: string, known: string): Assessment {
  if (newest === known) return { finding: 'SCHEMA_CURRENT', parameters: { newest } };
  return { finding: newest > known ? 'SCHEMA_NEWER' : 'SCHEMA_OLDER', parameters: { newest, known } };
}

/** Judges the connections that PostgreSQL does not reserve for superusers. */
export function judgeConnections(connections: {
  readonly used: number;
  readonly usable: number;
}): Assessment {
  const { used, usable } = connections;
  const isScarce = used > (usable * platformNormal.connectionsPercent) / 100;
  return { finding: isScarce ? 'CONNECTIONS_SCARCE' : 'CONNECTIONS_FREE', parameters: { ...connections } };
}

export interface Waiting {
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** For how many seconds the oldest urgent job has been waiting. */
  readonly longest: number;
}

export function judgeJobs({ waiting, failing, givenUp, longest }: Waiting): Assessment {
  if (failing + givenUp > 0) return { finding: 'JOBS_FAIL', parameters: { waiting, failing, givenUp } };
  if (longest * 1_000 > platformNormal.jobMinutes * MINUTE_MS)
    return { finding: 'JOBS_LATE', parameters: { waiting, seconds: Math.floor(longest) } };
  return { finding: 'JOBS_WAIT', parameters: { waiting } };
}

/** When a task was last done, and how long ago that was by the database's clock. */
export interface Done {
  readonly at: Date;
  readonly agoMs: number;
  readonly faults: number;
}

export function judgeSweep(done: Done | undefined): Assessment {
  if (!done) return { finding: 'NEVER_DONE' };
  const isLate = done.agoMs > platformNormal.sweepMinutes * MINUTE_MS;
  return { finding: isLate ? 'SWEEP_LATE' : 'SWEPT', parameters: { at: done.at.toISOString() } };
}

export function judgeBooks(done: Done | undefined): Assessment {
  if (!done) return { finding: 'NEVER_DONE' };
  const at = done.at.toISOString();
  if (done.faults > 0) return { finding: 'BOOKS_NOT_IN_ORDER', parameters: { at, faults: done.faults } };
  const isLate = done.agoMs > platformNormal.checkHours * HOUR_MS;
  return { finding: isLate ? 'CHECK_LATE' : 'BOOKS_IN_ORDER', parameters: { at } };
}

/** `maxHours` is the maximum age; undefined if no backup is set up. */
export function judgeBackup(
  last: Pick<Done, 'at' | 'agoMs'> | undefined,
  maxHours: number | undefined,
): Assessment {
  if (maxHours === undefined) return { finding: 'NO_BACKUP_SET_UP' };
  if (!last) return { finding: 'NEVER_DONE' };
  const at = last.at.toISOString();
  if (last.agoMs <= maxHours * HOUR_MS) return { finding: 'BACKED_UP', parameters: { at } };
  return { finding: 'BACKUP_TOO_OLD', parameters: { at, hours: maxHours } };
}

/** `maxHours` is the maximum age; undefined if no restore test is set up. */
export function judgeRestoreTest(
  last: LastRestoreTest | undefined,
  maxHours: number | undefined,
): Assessment {
  if (maxHours === undefined) return { finding: 'NO_RESTORE_TEST_SET_UP' };
  if (!last) return { finding: 'NEVER_DONE' };
  const at = last.at.toISOString();
  if (last.agoMs > maxHours * HOUR_MS)
    return { finding: 'RESTORE_TEST_TOO_OLD', parameters: { at, hours: maxHours } };
  return { finding: 'RESTORED', parameters: { at, seconds: last.seconds } };
}

export function judgeCertificate(endsAt: Date, now: Date): Assessment {
  const parameters = { at: endsAt.toISOString() };
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return { finding: 'CERTIFICATE_ENDED', parameters };
  const endsSoon = left < platformNormal.certificateDays * DAY_MS;
  return { finding: endsSoon ? 'CERTIFICATE_ENDS' : 'CERTIFICATE_VALID', parameters };
}

/** State of KubeVirt or CDI, from its custom resource. */
export interface Installed {
  readonly phase: string;
  readonly version: string;
}

/** `oldest` names the component whose oldest supported version applies. */
export function judgeInstalled(installed: Installed | undefined, oldest?: 'KUBEVIRT'): Assessment {
  if (!installed) return { finding: 'NOT_INSTALLED' };
  const { phase, version } = installed;
  if (phase !== 'Deployed') return { finding: 'NOT_DEPLOYED', parameters: { phase, version } };
  return oldest ? judgeVersion(version, oldest) : { finding: 'VERSION', parameters: { version } };
}
