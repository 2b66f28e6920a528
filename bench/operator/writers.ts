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
  const counts = new Map<string, WriteRow>();
  for (const [agent, requests] of after) {
    for (const [request, count] of difference(requests, before.get(agent) ?? new Map<string, number>())) {
      const [verb = '', resource = '', code = ''] = request.split(' ');
      if (!writingVerbs.has(verb) || !code.startsWith('2')) continue;
      const row = { writer: writerOf(agent), write: `${verb} ${resource}`, count: 0 };
      const key = `${row.writer} ${row.write}`;
      counts.set(key, { ...row, count: (counts.get(key)?.count ?? 0) + count });
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** Kubernetes' controllers have accounts of their own, which stand at the end of their user agent. */
function writerOf(agent: string): string {
  const [, account] = /:([^:]+)$/.exec(agent) ?? [];
  return account ?? agent.split('/')[0] ?? agent;
}
