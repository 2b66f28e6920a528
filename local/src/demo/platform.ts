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

/** How long the chart keeps a terminating portal serving clients that have not yet noticed. */
const preStopMs = 5_000;
/** Allows for a machine under heavy load. */
const readyTimeoutMs = 300_000;

/** A few test customers start machines faster than the default rate limit allows. */
const anyNumberOfStarts = { GPULEASE_STARTS_PER_HOUR: '10000' };

export interface PlatformOptions {
  /** Folder of all data and logs. */
  home: string;
  /** Folder of the initial release. */
  release: string;
  /** Installs the initial release's chart in the cluster of a kubeconfig. */
  install: (kubeconfig: string) => Promise<void>;
  print: (line: string) => void;
}

/** One instance of each program of a release. */
export interface Replica {
  /** Address of its portal; all portals share one port. */
  host: string;
  names: Record<'operator' | 'worker' | 'bff', string>;
  /** Readiness URLs of its portal and billing worker. */
  readyUrls: Record<'worker' | 'bff', string>;
}

/** Replica during its start. */
export interface StartingReplica {
  replica: Replica;
  /** Resolves when all its programs are ready; rejects with the log of a program that fails to start. */
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
 * Runs a cluster, a database and the simulators of `make demo`, with releases of the product in sequence and in parallel.
 * A release is a folder with its sources and packages; its programs get the settings of the current demo.
 */
export class Platform {
  readonly #parts: Parts;
  #replicas = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts everything but the programs, with a release's schema, chart and catalogue, and creates the users demo and `people`. */
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

  /** Port of the portals. Nothing listens on it at 127.0.0.1 yet. */
  get port(): number {
    return this.#parts.settings.port;
  }

  /** Path of the cluster administrator's kubeconfig. */
  get kubeconfig(): string {
    return this.#parts.controlPlane.kubeconfig;
  }

  /** Migrates the database to the schema of a release, like the hook of its chart. */
  migrate(release: string): Promise<void> {
    return migrateDatabase(release, this.#parts.database);
  }

  /** Starts one instance of each program of a release and resolves when all are ready. */
  async startReplica(release: string): Promise<Replica> {
    const { replica, ready } = await this.launchReplica(release);
    await ready;
    return replica;
  }

  /** Starts one instance of each program of a release without waiting for readiness. */
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

  /** Stops its programs as Kubernetes stops pods. No client may be routed to its portal any longer. */
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
