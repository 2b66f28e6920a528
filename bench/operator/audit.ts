import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Entry of the API server's audit log for one request. */
interface AuditEvent {
  verb: string;
  userAgent?: string;
  objectRef?: { resource?: string; subresource?: string };
  responseStatus?: { code?: number };
}

/** Request counts of one program by `verb resource/subresource code`. */
export type Requests = Map<string, number>;

export const writingVerbs: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete']);

/** Resources written for a workload; all others belong to the catalogue. */
const ofWorkloads = new Set([
  'workloads',
  'workloads/status',
  'services',
  'networkpolicies',
  'secrets',
  'virtualmachines',
]);

/** Reads the API server's audit log. */
export class AuditLog {
  readonly #file: string;
  readonly #policy: string;
  readonly #byUserAgent = new Map<string, Requests>();
  #offset = 0;
  #rest = '';

  /** Create it before the API server starts. Records all requests of `user` and the writes of all users. */
  constructor(home: string, user: string) {
    this.#file = join(home, 'audit.log');
    this.#policy = join(home, 'audit-policy.json');
    const recorded = { level: 'Metadata', omitStages: ['RequestReceived', 'ResponseStarted'] };
    const rules = [
      { ...recorded, users: [user] },
      { ...recorded, verbs: [...writingVerbs] },
      { level: 'None' },
    ];
    writeFileSync(this.#policy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
    writeFileSync(this.#file, '');
  }

  get apiServerFlags(): string[] {
    return [`--audit-policy-file=${this.#policy}`, `--audit-log-path=${this.#file}`];
  }

  /** Returns all requests so far of programs whose user agent begins with `userAgent`. */
  requestsOf(userAgent: string): Requests {
    this.#readOn();
    const all: Requests = new Map();
    for (const [agent, requests] of this.#byUserAgent) {
      if (!agent.startsWith(userAgent)) continue;
      for (const [request, count] of requests) all.set(request, (all.get(request) ?? 0) + count);
    }
    return all;
  }

  /** Returns all requests so far by user agent; only writes for users other than the recorded one. */
  requestsByAgent(): Map<string, Requests> {
    this.#readOn();
    return new Map([...this.#byUserAgent].map(([agent, requests]) => [agent, new Map(requests)]));
  }

  #readOn(): void {
    const file = openSync(this.#file, 'r');
    const buffer = Buffer.alloc(fstatSync(file).size - this.#offset);
    this.#offset += readSync(file, buffer, 0, buffer.length, this.#offset);
    closeSync(file);
    const lines = (this.#rest + buffer.toString('utf8')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#count(JSON.parse(line) as AuditEvent);
  }

  #count({ verb, userAgent = '', objectRef = {}, responseStatus = {} }: AuditEvent): void {
    const { resource = '', subresource } = objectRef;
    if (resource === 'leases') return;
    const name = subresource === undefined ? resource : `${resource}/${subresource}`;
    const requests = this.#byUserAgent.get(userAgent) ?? new Map<string, number>();
    const request = `${verb} ${name} ${responseStatus.code ?? 0}`;
    requests.set(request, (requests.get(request) ?? 0) + 1);
    this.#byUserAgent.set(userAgent, requests);
  }
}

export function difference(after: Requests, before: Requests): Requests {
  return new Map(
    [...after]
      .map(([request, count]) => [request, count - (before.get(request) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

export interface WriteCounts {
  /** Writes of workloads and their objects. */
  workloads: number;
  /** Such writes rejected as conflicts; not included in the other counts. */
  refused: number;
  /** All other writes except Events: the catalogue's statuses and tenants' namespaces. */
  catalogue: number;
  events: number;
}

export function writesIn(requests: Requests): WriteCounts {
  const counts = { workloads: 0, refused: 0, catalogue: 0, events: 0 };
  for (const [request, count] of requests) {
    const [verb = '', resource = '', code = ''] = request.split(' ');
    if (!writingVerbs.has(verb)) continue;
    if (resource === 'events') counts.events += count;
    else if (!ofWorkloads.has(resource)) counts.catalogue += count;
    else if (code === '409') counts.refused += count;
    else counts.workloads += count;
  }
  return counts;
}

/** Counts all requests except watches, which are long-lived and reopened occasionally. */
export function callsIn(requests: Requests): number {
  return [...requests].reduce(
    (sum, [request, count]) => (request.startsWith('watch ') ? sum : sum + count),
    0,
  );
}
