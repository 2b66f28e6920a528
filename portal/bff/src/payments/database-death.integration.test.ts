import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startOwnPostgres, type OwnPostgres } from '@gpulease/local/testing';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { withTransaction } from '../database/database.ts';
import { aCustomer, openBooks, walletState, type Books } from '../testing/books.ts';
import { killAll } from '../testing/kill.ts';
import { openWeChat, type WeChatBooks } from '../testing/wechat.ts';
import { createRecharge, requestCode } from './recharges.ts';

jest.setTimeout(600_000);

const payer = fileURLToPath(new URL('../testing/payer.ts', import.meta.url));
const deaths = 3;

let postgres: OwnPostgres;
let books: Books;
let world: WeChatBooks;
let workers: ChildProcess[];
beforeAll(async () => {
  postgres = await startOwnPostgres();
  books = await openBooks({ on: postgres });
  world = await openWeChat(books);
  workers = Array.from({ length: 3 }, () => startPayer());
});
afterAll(async () => {
  await killAll(workers);
  await world.stop();
  await books.close();
  await postgres.stop();
});

function startPayer(): ChildProcess {
  const env = { ...process.env, ...world.env, DATABASE_URL: books.url, NODE_OPTIONS: '' };
  return spawn(process.execPath, [payer], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

interface Payment {
  readonly userId: string;
  readonly codeUrl: string;
}

/** Creates a payable recharge of ten yuan. */
async function aPayment(): Promise<Payment> {
  const userId = await aCustomer(books);
  const { id } = await withTransaction(books.database, (transaction) =>
    createRecharge(transaction, world.payments.providers, userId, { amount: '10.00', method: 'WECHAT' }),
  );
  const { codeUrl } = await requestCode(books.database, world.payments.providers, id);
  return { userId, codeUrl: codeUrl ?? '' };
}

const pay = (payments: readonly Payment[]) => payments.forEach(({ codeUrl }) => world.wechat.pay(codeUrl));
const dueNow = () => books.asOwner("UPDATE recharge SET next_check_at = now() WHERE status = 'PENDING'");

it('credits each payment once when the database crashes repeatedly', async () => {
  const all: Payment[] = [];
  for (let death = 0; death < deaths; death += 1) {
    const payments = await Promise.all(Array.from({ length: 12 }, aPayment));
    all.push(...payments);
    // Callbacks and workers are crediting the first payments at the crash; the others are made while it is down.
    pay(payments.slice(0, 8));
    await dueNow();
    await postgres.stopImmediate();
    pay(payments.slice(8));
    await postgres.start();
    expect(await books.violations()).toEqual([]);
  }
  await eventually(async () => {
    await dueNow();
    const balances = await Promise.all(all.map(({ userId }) => walletState(books, userId)));
    expect(balances.map(({ balance }) => balance)).toEqual(all.map(() => 1_000n));
  });
  expect(workers.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
  expect(await books.violations()).toEqual([]);
});
