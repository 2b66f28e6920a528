import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the API server's audit log says of one request. */
interface AuditEvent {
  verb: string;
  userAgent?: string;
  objectRef?: { resource?: string; subresource?: string };
  responseStatus?: { code?: number };
}

/** Requests of one program: how many of each `verb resource/subresource code`. */
export type Requests = Map<string, number>;

export const writingVerbs: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete']);

/** What is made or changed for one workload; the rest is the catalogue's. */
const ofWorkloads = new Set([
  'workloads',
  'workloads/status',
  'services',
  'networkpolicies',
  'secrets',
  'virtualmachines',
]);

/** The API server's own record of who asked it for what. */
export class AuditLog {
  readonly #file: string;
  readonly #policy: string;
  readonly #byUserAgent = new Map<string, Requests>();
  #offset = 0;
  #rest = '';

  /** To be made before the API server starts. All that `user` asks is recorded, and what anybody writes. */
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

  /** All requests until now of the program whose user agent begins with `userAgent`. */
  requestsOf(userAgent: string): Requests {
    this.#readOn();
    const all: Requests = new Map();
    for (const [agent, requests] of this.#byUserAgent) {
      if (!agent.startsWith(userAgent)) continue;
      for (const [request, count] of requests) all.set(request, (all.get(request) ?? 0) + count);
    }
    return all;
  }

  /** All requests until now by user agent; of others than the user only what they write. */
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
  /** Of workloads and of what is made for them. */
  workloads: number;
  /** Of the same, but refused by the API server because of a race with another writer; not in the others. */
  refused: number;
  /** Of everything else but Events: the catalogue's statuses, and what a tenant lives in. */
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

/** All requests but the watches, which last and are opened anew now and then. */
export function callsIn(requests: Requests): number {
  return [...requests].reduce(
    (sum, [request, count]) => (request.startsWith('watch ') ? sum : sum + count),
    0,
  );
}
