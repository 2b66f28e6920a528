import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { eventually } from '../support/wait.ts';
import { killAtRandom } from './kills.ts';
import { Observer } from './observer.ts';
import { checkBooks, makeUsers } from '../support/programs.ts';
import { Random } from '@gpulease/local/random';
import { Renter } from './renter.ts';
import { brokenPromises, wrongBooks, wrongObjects } from './verdict.ts';

/** Set by `make test-full`; ten minutes are too long for every test run. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 0);
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
const renters = 10;
const quietMs = 300_000;

test('orders, machines and books agree after every part was killed repeatedly', async () => {
  test.skip(seconds === 0, 'CHAOS_SECONDS says how long to kill; make test-full does');
  test.setTimeout(seconds * 1000 + 3 * quietMs);
  print(`CHAOS_SEED=${seed}: ${seconds} s of random kills`);
  const random = new Random(seed);
  const people: Renter[] = [];
  for (const account of await makeUsers(renters)) people.push(await Renter.signIn(account, random.fork()));
  const observer = new Observer();
  const [storm, watch] = [new AbortController(), new AbortController()];

  const watching = observer.watch(watch.signal);
  const acting = people.map((renter) => renter.act(storm.signal));
  const killing = killAtRandom(random.fork(), storm.signal);
  await delay(seconds * 1000);
  storm.abort();
  const kills = await killing;
  await Promise.all(acting);
  const sum = (count: (renter: Renter) => number) =>
    people.reduce((total, renter) => total + count(renter), 0);
  print(
    `${kills.length} kills, ${sum(({ actions }) => actions)} actions, ${sum(({ refusals }) => refusals.length)} refused, ` +
      `${sum(({ retries }) => retries)} tries again, ${sum(({ machines }) => machines.size)} machines`,
  );

  const machines = people.flatMap((renter) => [...renter.machines.values()]);
  await eventually(
    async () => [
      ...(await Promise.all(people.map((renter) => brokenPromises(renter)))).flat(),
      ...(await wrongObjects(machines)),
    ],
    (problems) => expect(problems).toEqual([]),
    quietMs,
  );
  watch.abort();
  await watching;
  // Runs that have just ended are settled within seconds.
  await eventually(
    async () => (await Promise.all(people.map((renter) => wrongBooks(renter, observer.sightings)))).flat(),
    (problems) => expect(problems).toEqual([]),
    quietMs,
  );
  expect(observer.samples).toBeGreaterThan(seconds / 10);
  expect(observer.problems).toEqual([]);
  expect(await checkBooks()).toEqual([]);
  await Promise.all(people.map((renter) => renter.leave()));
  await eventually(
    async () => (await Promise.all(people.map((renter) => renter.remaining()))).flat(),
    (names) => expect(names).toEqual([]),
    quietMs,
  );
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
