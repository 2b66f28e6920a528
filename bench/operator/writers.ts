import { difference, writingVerbs, type Requests } from './audit.ts';

/** Number of writes by one program to one kind of object. */
export interface WriteRow {
  writer: string;
  /** Verb and resource, such as `patch workloads/status`. */
  write: string;
  count: number;
}

type ByAgent = ReadonlyMap<string, Requests>;

/** Returns the successful writes between two readings of the audit log, the most frequent first. */
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

/** Kubernetes' controllers use separate accounts, whose names end their user agents. */
function writerOf(agent: string): string {
  const [, account] = /:([^:]+)$/.exec(agent) ?? [];
  return account ?? agent.split('/')[0] ?? agent;
}
