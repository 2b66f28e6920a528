import { setTimeout as delay } from 'node:timers/promises';
import { Platform, type Replica, type StartingReplica } from '@gpulease/local/platform';
import { Random } from '@gpulease/local/random';
import { expect } from '@playwright/test';
import { brokenPromises, wrongBooks, wrongObjects, type Customer } from '../chaos/verdict.ts';
import { checkBooks } from '../support/programs.ts';
import { eventually } from '../support/wait.ts';
import { rollBack, upgradeTo } from './chart.ts';
import { Load, renters, secondsBilled } from './load.ts';
import { repository } from './releases.ts';
import type { Report } from './report.ts';
import { Resident } from './resident.ts';
import { Service } from './service.ts';
import { invalidObjects } from './stored.ts';
import { endedUnasked } from './verdict.ts';

const stateMs = Number(process.env.UPGRADE_SECONDS ?? 30) * 1000;
const quietMs = 300_000;

export interface Upgrade {
  /** The folder of the initial release. */
  release: string;
  /** The migrations of this commit that the release lacks. */
  migrations: readonly string[];
  home: string;
  report: Report;
  print: (line: string) => void;
}

/** Upgrades from the release to this commit, back, and forward again, and reports what customers noticed. */
export async function upgradeUnderLoad({ release, migrations, home, report, print }: Upgrade): Promise<void> {
  process.env.GPULEASE_E2E_HOME = home;
  const install = (kubeconfig: string) => upgradeTo(release, kubeconfig);
  const platform = await Platform.start({ home, release, install, print }, renters);
  const stop = () => void platform.stop().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const service = await Service.listen(platform.port);
  try {
    await tell({ platform, service, release, migrations, report, print });
  } finally {
    service.close();
    await platform.stop();
  }
}

interface Stage {
  platform: Platform;
  service: Service;
  release: string;
  migrations: readonly string[];
  report: Report;
  print: (line: string) => void;
}

async function tell(stage: Stage): Promise<void> {
  const { platform, service, release, report, print } = stage;
  let running = await platform.startReplica(release);
  service.add(running.host);
  print('The release runs');
  const resident = await Resident.moveIn();
  const load = await Load.begin(new Random(Number(process.env.UPGRADE_SEED ?? 1)), resident.account);
  await delay(stateMs);

  const early = await platform.launchReplica(repository);
  await waitForSchema(stage, early);
  await platform.migrate(repository);
  await upgradeTo(repository, platform.kubeconfig);
  await report.expect('what the release has stored is valid for the new definitions', () =>
    untilNone(invalidObjects),
  );
  await report.expect('programs that came before the migration become ready by themselves', async () => {
    await early.ready;
    return [];
  });
  running = await replace(stage, running, { by: early.replica, beside: () => resident.payRecharge() });
  print('Upgraded');

  await rollBack(platform.kubeconfig);
  await report.expect('what this commit has stored is valid for the definitions of the release', () =>
    untilNone(invalidObjects),
  );
  const older = await platform.startReplica(release);
  running = await replace(stage, running, { by: older, beside: () => resident.payRecharge() });
  await report.expect('no machine was disturbed by the way back', () => resident.disturbed());
  print('Rolled back');

  await platform.migrate(repository);
  await upgradeTo(repository, platform.kubeconfig);
  const newer = await platform.startReplica(repository);
  await replace(stage, running, { by: newer, beside: () => Promise.resolve() });
  print('Upgraded again');
  await load.end();
  await judge(stage, load, resident);
}

/** Without helm, a pod of the new release may start before the migration. It gets no connections until it is ready. */
async function waitForSchema({ migrations, report }: Stage, { replica }: StartingReplica): Promise<void> {
  const [first] = migrations;
  if (first === undefined) return;
  const saysSo = new RegExp(`^503 .*${first}`);
  for (const [program, url] of Object.entries(replica.readyUrls))
    await report.expect(`${program} that comes before ${first} is not ready, and says why`, async () => {
      await eventually(
        () => readiness(url),
        (said) => expect(said).toMatch(saysSo),
      );
      return [];
    });
  await delay(stateMs);
}

async function readiness(url: string): Promise<string> {
  const response = await fetch(url);
  return `${response.status} ${await response.text()}`;
}

interface Replacement {
  /** The new programs, which are ready. */
  by: Replica;
  /** Runs while both serve. */
  beside: () => Promise<void>;
}

/** Lets programs of another release serve beside the running ones for a while, and stops the latter. */
async function replace(
  { platform, service }: Stage,
  former: Replica,
  { by, beside }: Replacement,
): Promise<Replica> {
  service.add(by.host);
  await delay(stateMs);
  await beside();
  service.remove(former.host);
  await platform.stopReplica(former);
  await delay(stateMs);
  return by;
}

async function judge({ report, print }: Stage, load: Load, resident: Resident): Promise<void> {
  const customers: Customer[] = [...load.renters, resident];
  const of = async (judgement: (customer: Customer) => Promise<string[]>) =>
    (await Promise.all(customers.map(judgement))).flat();
  const machines = customers.flatMap((customer) => [...customer.machines.values()]);
  print(load.summary());
  await report.expect('no request failed beyond one further try', () => Promise.resolve(load.failures()));
  await report.expect('no machine was disturbed', () => resident.disturbed());
  await report.expect(
    'what was stopped starts, and what waited gets the place that is given up',
    async () => {
      await resident.goOn();
      return [];
    },
  );
  const promises = async () => [...(await of(brokenPromises)), ...(await wrongObjects(machines))];
  await report.expect('every order came about as it was acknowledged, once', () => untilNone(promises));
  await load.endWatch();
  await report.expect('no machine ended unasked', () => of(endedUnasked));
  await report.expect('every second was billed, and none twice', () =>
    untilNone(() => of((customer) => wrongBooks(customer, load.observer.sightings))),
  );
  await report.expect('the term was charged once', () => resident.wrongTermCharges());
  await report.expect('no node ran more than it has', () => Promise.resolve(load.observer.problems));
  await report.expect('the books are in order', checkBooks);
  print(`${await secondsBilled(customers.map(({ session }) => session))} seconds billed`);
}

/** Waits until there are no problems, and returns those that remain after the timeout. */
async function untilNone(problems: () => Promise<string[]>): Promise<string[]> {
  let last: string[] = [];
  const ask = async () => (last = await problems());
  await eventually(ask, (found) => expect(found).toEqual([]), quietMs).catch(() => undefined);
  return last;
}
