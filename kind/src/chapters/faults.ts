/** Faults that can be injected into a cluster in Docker. */
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../../../node-test/src/cluster/customer.ts';
import { components, systemNamespace } from '../../../node-test/src/cluster/pods.ts';
import { startedSince } from '../../../node-test/src/promises/cluster.ts';
import { drain, proveFaults, type Fault } from '../../../node-test/src/promises/faults.ts';
import { until } from '../../../node-test/src/until.ts';
import { reboot, withoutApiServer, withoutKubelet, worker } from '../nodes.ts';
import type { Scene } from './scene.ts';

const system = `--namespace=${systemNamespace}`;
/** Longer than the 50 seconds after which a node counts as lost. KIND_AWAY_SECONDS overrides it. */
const awaySeconds = Number(process.env.KIND_AWAY_SECONDS ?? 70);
const drainSeconds = 180;

export async function faultsChapter(scene: Scene, customer: Customer): Promise<void> {
  const { report, cluster, portal } = scene;
  const faults = faultsOf(scene).map((fault) => ({
    ...fault,
    strike: async () => {
      await fault.strike();
      // The forwarded pod or the API server may have gone. Only orders need the connection.
      void until(() => portal.reopen()).catch(() => undefined);
    },
  }));
  await proveFaults({ report, cluster, customer }, faults);
}

function faultsOf({ cluster }: Scene): Fault[] {
  const programs = [
    ...components.map((name) => [`all pods of ${name}`, `app.kubernetes.io/component=${name}`] as const),
    ['PostgreSQL', 'app.kubernetes.io/name=postgres'] as const,
  ];
  return [
    ...programs.map(([what, selector]) => ({
      name: `${what} deleted`,
      strike: async () => {
        await kubectl(cluster, ['delete', 'pods', system, `--selector=${selector}`]);
      },
    })),
    {
      name: `the API server away for ${awaySeconds} seconds`,
      strike: () => withoutApiServer(awaySeconds * 1_000),
    },
    {
      name: `kubelet away for ${awaySeconds} seconds`,
      strike: () => withoutKubelet(worker, awaySeconds * 1_000),
    },
    {
      name: 'a node drained',
      strike: async () => {
        if (!(await drain(cluster, worker, drainSeconds)))
          throw new Error(`The pods did not leave ${worker} within ${drainSeconds} seconds`);
      },
    },
    rebooted(cluster),
  ];
}

function rebooted(cluster: Scene['cluster']): Fault {
  let struckAt = 0;
  return {
    name: 'a node rebooted',
    strike: async () => {
      struckAt = Date.now();
      await reboot(worker);
    },
    noticed: () => startedSince(cluster, struckAt, worker),
  };
}
