import { setTimeout as delay } from 'node:timers/promises';
import { ensureBinaries } from '../control-plane/binaries.ts';
import type { ProcessSpec } from '../control-plane/child.ts';
import { prepareControlPlane, type ControlPlane } from '../control-plane/control-plane.ts';
import { untilEstablished } from '../control-plane/established.ts';
import { findFreePort, findFreePorts } from '../control-plane/ports.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import type { DatabaseAccess } from '../postgres/database.ts';
import { keepAccounts, type Accounts } from './accounts.ts';
import { installCatalogue, startCluster } from './cluster.ts';
import { migrateDatabase, startDatabase } from './database.ts';
import { publishFacts } from './facts.ts';
import { kubectl } from './kubectl.ts';
import { demoPhone, seedPeople, type Person } from './people.ts';
import { keepPorts, type DemoPorts, type NodePortRange } from './ports.ts';
import {
  kubevirtProcess,
  operatorProcess,
  portalProcess,
  wechatPayProcess,
  workerProcess,
  type ProductOptions,
} from './product.ts';
import { createStep } from './progress.ts';
import { keepServiceAccountTokens } from './service-accounts.ts';
import { readSettings, type Settings } from './settings.ts';

/** How long the chart has a portal serve on after it was told to end, for those who have not heard of it yet. */
const preStopMs = 5_000;
/** A machine that does much else takes its time. */
const readyTimeoutMs = 300_000;

/** A few customers do here in minutes what many do in hours. */
const anyNumberOfStarts = { GPULEASE_STARTS_PER_HOUR: '10000' };

export interface PlatformOptions {
  /** All data and logs. */
  home: string;
  /** The folder of the release that it begins with. */
  release: string;
  /** Installs that release's chart in the cluster of a kubeconfig. */
  install: (kubeconfig: string) => Promise<void>;
  print: (line: string) => void;
}

/** One of each program, of one release. */
export interface Replica {
  /** The address at which its portal listens, at the port that all portals have. */
  host: string;
  names: Record<'operator' | 'worker' | 'bff', string>;
  /** Where its portal and its billing say whether they are ready. */
  readyUrls: Record<'worker' | 'bff', string>;
}

/** A replica that starts. */
export interface StartingReplica {
  replica: Replica;
  /** Resolves when all its programs are ready; rejects with the log of one that does not become so. */
  ready: Promise<void>;
}

interface Parts {
  supervisor: Supervisor;
  settings: Settings;
  accounts: Accounts;
  controlPlane: ControlPlane;
  ports: DemoPorts;
  nodePorts: NodePortRange;
  database: DatabaseAccess;
}

/**
 * A cluster, a database and the stand-ins of `make demo`, on which releases of the product run after and beside each other.
 * A release is a folder with its sources and packages; its programs get the settings that the demo of this one has.
 */
export class Platform {
  readonly #parts: Parts;
  #replicas = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts all but the programs, with the schema, the chart and the catalogue of a release, and the users demo and `people`. */
  static async start(options: PlatformOptions, people: readonly Person[]): Promise<Platform> {
    const supervisor = new Supervisor({ home: options.home });
    try {
      const platform = new Platform(await startParts(options, supervisor));
      await platform.#furnish(options.release, people);
      return platform;
    } catch (error) {
      await supervisor.stopAll();
      throw error;
    }
  }

  /** The port of the portals, at which nobody listens on 127.0.0.1 yet. */
  get port(): number {
    return this.#parts.settings.port;
  }

  /** The cluster administrator's. */
  get kubeconfig(): string {
    return this.#parts.controlPlane.kubeconfig;
  }

  /** Brings the database to the schema of a release, as the hook of its chart does. */
  migrate(release: string): Promise<void> {
    return migrateDatabase(release, this.#parts.database);
  }

  /** Starts one of each program of a release, and resolves when all are ready. */
  async startReplica(release: string): Promise<Replica> {
    const { replica, ready } = await this.launchReplica(release);
    await ready;
    return replica;
  }

  /** Starts one of each program of a release, and does not wait for them. */
  async launchReplica(release: string): Promise<StartingReplica> {
    this.#replicas += 1;
    const number = this.#replicas;
    const host = `127.0.0.${number + 1}`;
    const [operatorOps = 0, workerOps = 0, portalOps = 0] = await findFreePorts(3);
    const ports = { ...this.#parts.ports, operatorOps, workerOps, portalOps };
    const named = this.#programs({ release, host, ports }).map((program) => ({
      ...program,
      name: `${program.name}-${number}`,
      readyTimeoutMs,
    }));
    const started = Promise.all(named.map((program) => this.#parts.supervisor.start(program)));
    const ready = started.then(() => undefined);
    ready.catch(() => undefined);
    const readyUrl = (port: number) => `http://127.0.0.1:${port}/readyz`;
    const replica = {
      host,
      names: { operator: `operator-${number}`, worker: `worker-${number}`, bff: `bff-${number}` },
      readyUrls: { worker: readyUrl(workerOps), bff: readyUrl(portalOps) },
    };
    return { replica, ready };
  }

  /** Ends its programs as Kubernetes ends pods. Nobody may be led to its portal any more. */
  async stopReplica({ names }: Replica): Promise<void> {
    const { supervisor } = this.#parts;
    const stopPortal = delay(preStopMs).then(() => supervisor.stop(names.bff));
    await Promise.all([stopPortal, supervisor.stop(names.operator), supervisor.stop(names.worker)]);
  }

  stop(): Promise<void> {
    return this.#parts.supervisor.stopAll();
  }

  async #furnish(release: string, people: readonly Person[]): Promise<void> {
    const { supervisor, settings, accounts, controlPlane, database } = this.#parts;
    await supervisor.start(await kubevirtProcess(this.#product()));
    await supervisor.start(await wechatPayProcess(this.#product()));
    await installCatalogue({ controlPlane, repository: release });
    const { demo, admin } = accounts;
    const everybody = [{ ...demo, phone: demoPhone }, ...people];
    await seedPeople({ ...settings, repository: release }, database.url, everybody);
    const url = `http://127.0.0.1:${settings.port}`;
    publishFacts(settings.home, { url, opsUrl: url, kubeconfig: this.kubeconfig, demo, admin });
  }

  #product(settings = this.#parts.settings, ports = this.#parts.ports): ProductOptions {
    const { controlPlane, nodePorts } = this.#parts;
    return { settings, controlPlane, ports, nodePorts, metricsUrl: undefined };
  }

  #programs({ release, host, ports }: { release: string; host: string; ports: DemoPorts }): ProcessSpec[] {
    const { settings, accounts, database } = this.#parts;
    const product = this.#product({ ...settings, repository: release }, ports);
    const portal = portalProcess({ ...product, databaseUrl: database.url, accounts });
    const worker = workerProcess(product, database.url);
    const ownAddress = { HOST: host, OPS_HOST: '127.0.0.1' };
    return [
      operatorProcess(product),
      { ...worker, env: { ...worker.env, ...anyNumberOfStarts } },
      { ...portal, env: { ...portal.env, ...anyNumberOfStarts, ...ownAddress } },
    ];
  }
}

async function startParts(options: PlatformOptions, supervisor: Supervisor): Promise<Parts> {
  const { home, release, install, print } = options;
  const port = String(await findFreePort());
  const settings = readSettings({ GPULEASE_HOME: home, PORT: port, GPULEASE_DEMO_DATA: 'none' });
  const step = createStep(print);
  const accounts = keepAccounts(home);
  const { ports, nodePorts } = await keepPorts(home);
  const controlPlane = await prepareControlPlane(home, await ensureBinaries(print), ports);
  const installChart = async () => {
    await install(controlPlane.kubeconfig);
    await untilEstablished((args) => kubectl(controlPlane, args));
  };
  const cluster = { controlPlane, supervisor, repository: release, nodePorts, step, install: installChart };
  const ofRelease = { ...settings, repository: release };
  const [database] = await Promise.all([
    step('PostgreSQL', () =>
      startDatabase({ settings: ofRelease, supervisor, accounts, port: ports.postgres }),
    ),
    startCluster(cluster),
  ]);
  await keepServiceAccountTokens(controlPlane, (error) =>
    print(`Could not renew the tokens: ${String(error)}`),
  );
  return { supervisor, settings, accounts, controlPlane, ports, nodePorts, database };
}
