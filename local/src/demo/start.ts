import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBinaries } from '../control-plane/binaries.ts';
import { prepareControlPlane } from '../control-plane/control-plane.ts';
import { isPortFree } from '../control-plane/ports.ts';
import type { Supervisor } from '../control-plane/supervisor.ts';
import { keepAccounts, type Accounts } from './accounts.ts';
import type { BusinessOptions } from './business/business.ts';
import { customersAsPeople } from './business/customers.ts';
import { installCatalogue, startCluster } from './cluster.ts';
import { startDatabase } from './database.ts';
import type { DemoFacts } from './facts.ts';
import { demoPhone, seedPeople, type Person } from './people.ts';
import { keepPorts, type DemoPorts } from './ports.ts';
import { applyPowerCut, untilRunsAreClosed } from './power-cut.ts';
import {
  kubevirtKubeconfig,
  kubevirtProcess,
  operatorProcess,
  portalProcess,
  wechatPayProcess,
  workerProcess,
} from './product.ts';
import { createStep } from './progress.ts';
import { keepServiceAccountTokens } from './service-accounts.ts';
import type { Settings } from './settings.ts';
import { startMetrics } from './victoria-metrics.ts';
import { ensureDocumentsBuild, ensureWebBuild } from './web.ts';

interface StartedDemo {
  facts: DemoFacts;
  /** For the next user to register. */
  inviteCode: string;
}

export interface StartOptions {
  settings: Settings;
  supervisor: Supervisor;
  print: (line: string) => void;
  /** When the last demo with this data ended. */
  lastRanUntil: Date | undefined;
}

/** Starts the whole product on this machine in the order of dependencies. */
export async function startDemo({
  settings,
  supervisor,
  print,
  lastRanUntil,
}: StartOptions): Promise<StartedDemo> {
  const { home, repository, port } = settings;
  if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use. Set PORT to another one.`);
  const step = createStep(print);
  const accounts = keepAccounts(home);
  const { ports, nodePorts } = await keepPorts(home);
  const binaries = await step('control-plane programs', () => ensureBinaries(print));
  const controlPlane = await prepareControlPlane(home, binaries, ports);
  const cluster = { controlPlane, supervisor, repository, nodePorts, step };
  const [database, webDist, docsDist, metricsUrl] = await Promise.all([
    step('PostgreSQL', () => startDatabase({ settings, supervisor, accounts, port: ports.postgres })),
    step('web application', () => ensureWebBuild(repository, print)),
    step('documents', () => ensureDocumentsBuild(repository, print)),
    step('metrics', () => startMetrics({ home, ports, supervisor, print })),
    startCluster(cluster),
  ]);
  await keepServiceAccountTokens(controlPlane, (error) =>
    print(`Could not renew the tokens: ${String(error)}`),
  );

  const product = { settings, controlPlane, ports, nodePorts, metricsUrl };
  const cut = lastRanUntil && { kubeconfig: await kubevirtKubeconfig(controlPlane), at: lastRanUntil };
  const wasCut = cut !== undefined && (await applyPowerCut(cut)) > 0;
  const startOperator = () => step('operator', () => supervisor.start(operatorProcess(product)));
  if (wasCut) {
    await startOperator();
    await step('machines of the last demo', () => untilRunsAreClosed(cut));
  }
  const isNewBusiness = settings.data === 'business' && !hasBusiness(home);
  const kubevirt = await kubevirtProcess(product, isNewBusiness ? 0 : 1);
  await step('simulated KubeVirt', () => supervisor.start(kubevirt));
  const more = settings.data === 'business' ? [join(import.meta.dirname, 'business')] : [];
  await step('demo catalogue', () => installCatalogue(cluster, ...more));
  if (!wasCut) await startOperator();
  await step('simulated WeChat Pay', async () => supervisor.start(await wechatPayProcess(product)));
  await resumeTrueTime(home, database.ownerUrl);
  await step('billing worker', () => supervisor.start(workerProcess(product, database.url)));
  const portal = portalProcess({ ...product, databaseUrl: database.url, webDist, docsDist, accounts });
  await step('portal', () => supervisor.start(portal));

  const url = `http://127.0.0.1:${port}`;
  const opsUrl = `http://127.0.0.1:${ports.portalOps}`;
  const inviteCode = await step('demo users', () =>
    seedPeople(settings, database.url, peopleOf(settings, accounts)),
  );
  if (isNewBusiness) {
    const wechatUrl = `http://127.0.0.1:${ports.wechatPay}`;
    const { ownerUrl } = database;
    const business = { url, ownerUrl, accounts, wechatUrl, cluster: controlPlane, ports, metricsUrl };
    await step('three months of business', () => giveBusiness(home, business, print));
    // Machines changed state instantly during the replay; from now on they take a realistic time.
    await supervisor.stop(kubevirt.name);
    await supervisor.start(await kubevirtProcess(product));
  }
  const { demo, admin } = accounts;
  return { facts: { url, opsUrl, kubeconfig: controlPlane.kubeconfig, demo, admin }, inviteCode };
}

function peopleOf({ data }: Settings, { demo }: Accounts): Person[] {
  const person = { ...demo, phone: demoPhone };
  return data === 'business' ? customersAsPeople(person, new Date()) : [person];
}

/** Whether the business of the demo in `home` has been played, at least in part. */
function hasBusiness(home: string): boolean {
  return existsSync(markOf(home));
}

/** Resets the billing clock to the real time in case the demo was stopped while its business was played. */
async function resumeTrueTime(home: string, ownerUrl: string): Promise<void> {
  if (!hasBusiness(home)) return;
  const { billingClockOf } = await import('./business/billing-clock.ts');
  await billingClockOf(ownerUrl).end();
}

/** Plays the business once per demo. Reports failures; the demo then continues with incomplete data. */
async function giveBusiness(
  home: string,
  options: BusinessOptions & { ports: DemoPorts; metricsUrl: string | undefined },
  print: (line: string) => void,
): Promise<void> {
  writeFileSync(markOf(home), '');
  const until = new Date();
  try {
    const { playBusiness } = await import('./business/business.ts');
    await playBusiness(options);
    const { writeMeasures } = await import('./business/measures.ts');
    const { metricsUrl } = options;
    if (metricsUrl !== undefined) await writeMeasures({ ...options, metricsUrl, until });
  } catch (error) {
    print(`  The demo's data is incomplete: ${error instanceof Error ? error.message : String(error)}`);
    print('  Everything works. To try again, run `make demo-reset` and `make demo`.');
  }
}

function markOf(home: string): string {
  return join(home, 'has-business');
}
