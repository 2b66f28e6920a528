import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { findFreePort } from '@gpulease/local/ports';
import { openBooks, type Books } from './testing/books.ts';
import { killAll } from './testing/kill.ts';
import { openCluster, type TestCluster } from './workloads/testing/cluster.ts';

jest.setTimeout(600_000);

let books: Books;
let cluster: TestCluster;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
});
afterAll(async () => {
  await killAll(processes);
  await Promise.all([cluster.close(), books.close()]);
});

/** Starts one of the portal's programs as production does and returns the URL of its health and metrics. */
async function start(program: string): Promise<string> {
  const [port, opsPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    KUBECONFIG: cluster.controlPlane.kubeconfig,
    DATABASE_URL: books.url,
    PORT: String(port),
    OPS_PORT: String(opsPort),
    METRICS_PORT: String(opsPort),
    GPULEASE_SANDBOX: '1',
    GPULEASE_BACKUP_MAX_AGE_HOURS: '36',
    GPULEASE_RESTORE_TEST_MAX_AGE_HOURS: '192',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  };
  const path = fileURLToPath(new URL(program, import.meta.url));
  processes.push(spawn(process.execPath, [path], { env, stdio: ['ignore', 'inherit', 'inherit'] }));
  return `http://127.0.0.1:${opsPort}`;
}

const textOf = async (url: string) => (await fetch(url)).text();

const ofAll = [
  /^rest_client_requests_total\{code="200",method="GET",host="[^"]+"\} [1-9]/m,
  /^rest_client_request_duration_seconds_count\{verb="GET"/m,
  /^gpulease_kubernetes_requests_total\{verb="list",resource="[a-z]+",code="200"\} [1-9]/m,
  /^gpulease_database_connections\{state="open"\} \d/m,
  /^gpulease_database_connections\{state="waiting"\} 0/m,
  /^process_cpu_seconds_total /m,
];

it.each([
  [
    'portal',
    './main.ts',
    [
      /^gpulease_jobs\{name="CREATE_WORKLOAD",state="WAITING"\} 0/m,
      /^gpulease_jobs\{name="SEND_SMS",state="FAILING"\} 0/m,
      /^gpulease_jobs_oldest_seconds\{name="CREATE_WORKLOAD"\} 0/m,
      /^gpulease_live_events_listening 1/m,
      /^gpulease_codes_used_ratio\{budget="smsDay"\} 0/m,
    ],
  ],
  [
    'billing',
    './worker.ts',
    [
      /^gpulease_billing_last_sweep_timestamp_seconds 1[.\d]+e?\+?\d*/m,
      /^gpulease_billing_unsettled_runs 0/m,
      /^gpulease_billing_invariant_violations 0/m,
      /^gpulease_billing_last_check_timestamp_seconds [1-9]/m,
      /^gpulease_payments_waiting 0/m,
      /^gpulease_backup_last_success_timestamp_seconds 0/m,
      /^gpulease_backup_max_age_seconds 129600/m,
      /^gpulease_restore_test_last_success_timestamp_seconds 0/m,
      /^gpulease_restore_test_max_age_seconds 691200/m,
    ],
  ],
])('the %s serves /livez and the metrics that the alerts use', async (_, program, own) => {
  const url = await start(program);
  await eventually(async () => expect(await textOf(`${url}/livez`)).toBe('ok\n'));
  await eventually(async () => {
    const text = await textOf(`${url}/metrics`);
    for (const line of [...ofAll, ...own]) expect(text).toMatch(line);
  });
});
