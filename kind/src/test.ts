/** `make kind-test`: checks the promises of the cluster of `make kind-up`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@gpulease/local/ports';
import { isListening } from '../../local/src/control-plane/health.ts';
import { Supervisor } from '../../local/src/control-plane/supervisor.ts';
import { keepAccounts } from '../../local/src/demo/accounts.ts';
import { readSettings } from '../../local/src/demo/settings.ts';
import { systemNamespace } from '../../node-test/src/cluster/pods.ts';
import { Report } from '../../node-test/src/report.ts';
import { chartChapter, nothingLogged } from './chapters/chart.ts';
import { faultsChapter } from './chapters/faults.ts';
import { firstMachine, orderChapter } from './chapters/order.ts';
import { packetsChapter } from './chapters/packets.ts';
import type { Portal, Scene } from './chapters/scene.ts';
import { capture } from './run.ts';
import { missingTool } from './tools.ts';

/** The conventional exit code of skipped tests. */
const notRun = 77;
const name = 'gpulease';
const home = join(readSettings(process.env).home, 'kind');
const print = (line: string): void => console.log(line);

const reason = missingTool(['docker', 'kind', 'kubectl']) ?? (await missingCluster());
if (reason === undefined) process.exitCode = await test();
else {
  print(`make kind-test was not run. ${reason}`);
  process.exitCode = notRun;
}

async function missingCluster(): Promise<string | undefined> {
  const clusters = await capture(['kind', 'get', 'clusters']);
  return clusters.split('\n').includes(name) ? undefined : 'There is no cluster: make kind-up makes one.';
}

async function test(): Promise<number> {
  const startedAt = Date.now();
  mkdirSync(home, { recursive: true });
  const [kubeconfig, outcomes] = [join(home, 'kubeconfig'), join(home, 'outcomes')];
  writeFileSync(kubeconfig, await capture(['kind', 'get', 'kubeconfig', `--name=${name}`]), { mode: 0o600 });
  rmSync(outcomes, { force: true });
  const report = new Report(outcomes, print);
  const cluster = { binaries: { kubectl: 'kubectl' }, kubeconfig };
  const supervisor = new Supervisor({ home });
  try {
    const portal = await openPortal(supervisor, kubeconfig);
    const scene = { report, cluster, accounts: keepAccounts(home), portal };
    await prove(scene);
  } finally {
    await supervisor.stopAll();
  }
  return report.conclude(startedAt) > 0 ? 1 : 0;
}

async function prove(scene: Scene): Promise<void> {
  await chartChapter(scene);
  const customer = await orderChapter(scene);
  if (customer === undefined) return;
  await packetsChapter(scene);
  await customer.destroy(firstMachine);
  await nothingLogged(scene);
  await faultsChapter(scene, customer);
}

async function openPortal(supervisor: Supervisor, kubeconfig: string): Promise<Portal> {
  const port = await findFreePort();
  const forward = {
    name: 'port-forward',
    command: 'kubectl',
    args: [
      `--kubeconfig=${kubeconfig}`,
      'port-forward',
      `--namespace=${systemNamespace}`,
      'service/gpulease-portal',
      `${port}:http`,
    ],
    restart: true,
    isReady: () => isListening(port),
  };
  await supervisor.start(forward);
  const reopen = async (): Promise<void> => {
    await supervisor.stop(forward.name);
    await supervisor.start(forward);
  };
  return { url: `http://127.0.0.1:${port}`, reopen };
}
