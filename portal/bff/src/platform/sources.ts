/** What knows something of the platform, asked within a short time; one that does not answer keeps no other back. */
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

/** How long a source may take. */
const LIMIT_MS = 2_000;

export interface Assessment {
  readonly finding: PlatformFinding;
  readonly parameters?: PlatformCheck['parameters'];
}

export type Findings = Readonly<Partial<Record<PlatformCheckName, Assessment>>>;

/** One question. */
export interface Source {
  /** What the answer has a finding for. */
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
 * A function that asks all sources at once and answers within the limit. A source that still owes an answer is not asked
 * again, so that one that hangs holds at most one connection.
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
      // Asked every minute for alarms, and at every look at the page.
      if (isKnown) log.warn({ err: error, names }, 'What operators see of the platform is not known');
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
