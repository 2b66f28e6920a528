/** Sources of platform checks, read with a short timeout. A silent source does not hold back the others. */
import type { PlatformCheck } from '@gpulease/contract/platform';
import {
  platformFindings,
  type PlatformCheckName,
  type PlatformFinding,
} from '@gpulease/contract/platform-checks';
import { isForbidden, isUnavailable } from '@gpulease/kube';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { inTime, TooLateError } from '../http/in-time.ts';
import type { Logger } from '../http/logger.ts';

/** Timeout of a source. */
const LIMIT_MS = 2_000;

export interface Assessment {
  readonly finding: PlatformFinding;
  readonly parameters?: PlatformCheck['parameters'];
}

export type Findings = Readonly<Partial<Record<PlatformCheckName, Assessment>>>;

export interface Source {
  /** The checks that `read` yields. */
  readonly names: readonly PlatformCheckName[];
  readonly of: 'DATABASE' | 'CLUSTER' | 'CERTIFICATE';
  readonly read: () => Promise<Findings>;
}

export interface ReaderOptions {
  readonly log: Logger;
  /** Shorter in tests. */
  readonly limitMs?: number;
}

/**
 * Creates a reader that reads all sources concurrently and returns within the limit. A source with a pending read is not
 * read again, so that a hanging one holds at most one connection.
 */
export function platformReader(sources: readonly Source[], options: ReaderOptions) {
  const readers = sources.map((source) => sourceReader(source, options));
  return async (): Promise<PlatformCheck[]> => (await Promise.all(readers.map((read) => read()))).flat();
}

function sourceReader({ names, of, read }: Source, { log, limitMs = LIMIT_MS }: ReaderOptions) {
  let reading: Promise<Findings> | undefined;
  let isKnown = true;
  const readOnce = () => (reading ??= read().finally(() => (reading = undefined)));
  return async (): Promise<PlatformCheck[]> => {
    try {
      const found = await inTime(readOnce(), limitMs, `no answer within ${limitMs} ms`);
      isKnown = true;
      return Object.entries(found).map(([name, one]) => toCheck(name as PlatformCheckName, one));
    } catch (error) {
      // Logged once per outage: alarms read the source every minute, and every visit to the page does, too.
      if (isKnown) log.warn({ err: error, names }, 'Could not read the status of the platform');
      isKnown = false;
      const unknown = unknownFor(of, error);
      return names.map((name) => toCheck(name, unknown));
    }
  };
}

function unknownFor(of: Source['of'], error: unknown): Assessment {
  if (of === 'CERTIFICATE') return { finding: 'CERTIFICATE_UNKNOWN' };
  const isSilent = error instanceof TooLateError || isUnavailable(error) || isDatabaseUnavailable(error);
  if (isSilent) return { finding: `${of}_SILENT` };
  return { finding: isForbidden(error) ? 'CLUSTER_FORBIDS' : `${of}_FAILED` };
}

function toCheck(name: PlatformCheckName, { finding, parameters = {} }: Assessment): PlatformCheck {
  return { name, status: platformFindings[finding], finding, parameters };
}
