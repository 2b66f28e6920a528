import { rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../rest/session.ts';

/** What a running demo tells, in `demo.json`, to programs that use it. */
export interface DemoFacts {
  url: string;
  /** Health, metrics and the API's description. */
  opsUrl: string;
  kubeconfig: string;
  demo: Account;
  admin: Account;
}

/** Writes `demo.json`. It appears whole, and only while the demo is ready. */
export function publishFacts(home: string, facts: DemoFacts): void {
  const file = factsFile(home);
  writeFileSync(`${file}.new`, JSON.stringify(facts, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function withdrawFacts(home: string): void {
  rmSync(factsFile(home), { force: true });
}

/** What `make demo` prints when all is ready. */
export function describe({ url, kubeconfig, demo, admin }: DemoFacts, inviteCode: string): string {
  return `
GPULease is ready.

  Portal       ${url}            ${demo.username} / ${demo.password}
  Admin        ${url}/admin      ${admin.username} / ${admin.password}
  Register     ${url}/register   invite code ${inviteCode}; SMS codes appear at ${url}/test
  Kubernetes   export KUBECONFIG=${shellWord(kubeconfig)}

GPU hosts, KubeVirt, payments and SMS are simulated. Ctrl-C stops everything; make demo-reset deletes the data.`;
}

/** A word of a shell's command line, in quotes where it needs them. */
function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function factsFile(home: string): string {
  return join(home, 'demo.json');
}
