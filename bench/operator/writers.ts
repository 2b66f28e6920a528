import { difference, writingVerbs, type Requests } from './audit.ts';

/** How often one program wrote one kind of object. */
export interface WriteRow {
  writer: string;
  /** Verb and resource, such as `patch workloads/status`. */
  write: string;
  count: number;
}

type ByAgent = ReadonlyMap<string, Requests>;

/** What was written between two looks at the audit log, and taken by the API server; the most frequent first. */
export function writesBetween(before: ByAgent, after: ByAgent): WriteRow[] {
  const rows = [...after].flatMap(([agent, requests]) =>
    takenWrites(writerOf(agent), difference(requests, before.get(agent) ?? new Map<string, number>())),
  );
  const same = Map.groupBy(rows, ({ writer, write }) => `${writer} ${write}`);
  return [...same.values()].map(sumOf).sort((one, other) => other.count - one.count);
}

function takenWrites(writer: string, requests: Requests): WriteRow[] {
  return [...requests].flatMap(([request, count]) => {
    const [verb = '', resource = '', code = ''] = request.split(' ');
    const isTaken = writingVerbs.has(verb) && code.startsWith('2');
    return isTaken ? [{ writer, write: `${verb} ${resource}`, count }] : [];
  });
}

function sumOf(rows: WriteRow[]): WriteRow {
  return rows.reduce((sum, { count }) => ({ ...sum, count: sum.count + count }));
}

/** Kubernetes' controllers have accounts of their own, which stand at the end of their user agent. */
function writerOf(agent: string): string {
  const [, account] = /:([^:]+)$/.exec(agent) ?? [];
  return account ?? agent.split('/')[0] ?? agent;
}
