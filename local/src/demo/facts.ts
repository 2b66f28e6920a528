import { rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../rest/session.ts';

/** Facts that a running demo publishes in `demo.json` for other programs. */
export interface DemoFacts {
  url: string;
  /** Address of health checks, metrics and the API's description. */
  opsUrl: string;
  kubeconfig: string;
  demo: Account;
  admin: Account;
}

/** Writes `demo.json` atomically. It exists only while the demo is ready. */
export function publishFacts(home: string, facts: DemoFacts): void {
  const file = factsFile(home);
  writeFileSync(`${file}.new`, JSON.stringify(facts, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function withdrawFacts(home: string): void {
  rmSync(factsFile(home), { force: true });
}

/** Returns the text that `make demo` prints when all is ready. */
export function describe({ url, kubeconfig, demo, admin }: DemoFacts, inviteCode: string): string {
  return `
GPULease is ready.

  Portal       ${url}            ${demo.username} / ${demo.password}
  Admin        ${url}/admin      ${admin.username} / ${admin.password}
  Register     ${url}/register   invite code ${inviteCode}; SMS codes appear at ${url}/test
  Kubernetes   export KUBECONFIG=${shellWord(kubeconfig)}

GPU hosts, KubeVirt, payments and SMS are simulated. Ctrl-C stops everything; make demo-reset deletes the data.`;
}

/** Quotes a word of a shell command if necessary. */
function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function factsFile(home: string): string {
  return join(home, 'demo.json');
}
