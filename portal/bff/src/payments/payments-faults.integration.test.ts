import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { withTransaction } from '../database/database.ts';
import { aCustomer, openBooks, walletState, type Books } from '../testing/books.ts';
import { killAll } from '../testing/kill.ts';
import { openWeChat, type WeChatBooks } from '../testing/wechat.ts';
import { executeRefund } from './execute-refund.ts';
import { readRecharge } from './recharge-view.ts';
import { createRecharge, requestCode } from './recharges.ts';
import { createRefund, readRefund } from './refunds.ts';

jest.setTimeout(600_000);

const payer = fileURLToPath(new URL('../testing/payer.ts', import.meta.url));

let books: Books;
let world: WeChatBooks;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  books = await openBooks();
  world = await openWeChat(books);
  // No callback arrives: workers must query the provider.
  world.wechat.faults.lose = true;
});
afterEach(async () => {
  await killAll(processes.splice(0));
  world.wechat.faults.hang = false;
  expect(await books.violations()).toEqual([]);
});
afterAll(async () => {
  await world.stop();
  await books.close();
});

function startPayer(failpoint?: string): ChildProcess {
  const env = {
    ...process.env,
    ...world.env,
    DATABASE_URL: books.url,
    NODE_OPTIONS: '',
    GPULEASE_FAILPOINT: failpoint,
  };
  const started = spawn(process.execPath, [payer], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  processes.push(started);
  return started;
}

async function ordered(userId: string, method: 'WECHAT' | 'TEST' = 'WECHAT'): Promise<string> {
  const { id } = await withTransaction(books.database, (transaction) =>
    createRecharge(transaction, world.payments.providers, userId, { amount: '10.00', method }),
  );
  return id;
}

/** Pays a recharge without a callback; it is due for a query. */
async function paid(userId: string): Promise<string> {
  const id = await ordered(userId);
  const { codeUrl } = await requestCode(books.database, world.payments.providers, id);
  world.wechat.pay(codeUrl ?? '');
  return id;
}

const balanceOf = async (userId: string) => (await walletState(books, userId)).balance;
const dueNow = () => books.asOwner("UPDATE recharge SET next_check_at = now() WHERE status = 'PENDING'");

describe('a payment worker that is killed', () => {
  it.each(['recharge.committed', 'recharge.ordered'])(
    'at %s leaves a recharge for which the next one requests the code',
    async (name) => {
      const id = await ordered(await aCustomer(books));
      const [, signal] = (await once(startPayer(name), 'exit')) as [number, string];
      expect([signal, (await readRecharge(books.database, id)).codeUrl]).toEqual(['SIGKILL', null]);
      await dueNow();
      startPayer();
      await eventually(async () =>
        expect((await readRecharge(books.database, id)).codeUrl).toMatch(/^weixin:/),
      );
    },
  );

  it('credits nothing of a payment, and the next one credits all of it', async () => {
    const userId = await aCustomer(books);
    await paid(userId);
    await once(startPayer('recharge.posted'), 'exit');
    expect(await balanceOf(userId)).toBe(0n);
    await dueNow();
    startPayer();
    await eventually(async () => expect(await balanceOf(userId)).toBe(1_000n));
  });

  it.each(['refund.asked', 'refund.posted'])(
    'at %s leaves a refund that the next one finishes once',
    async (name) => {
      const userId = await aCustomer(books);
      const recharge = await paid(userId);
      startPayer();
      await eventually(async () => expect(await balanceOf(userId)).toBe(1_000n));
      await killAll(processes.splice(0));
      const order = { userId, username: 'x', recharge, amount: '4.00', actor: 'admin', reason: 'test' };
      const { id } = await withTransaction(books.database, (transaction) =>
        createRefund(transaction, world.payments.providers, order),
      );
      // Requested before, so that the worker's own query finds it finished.
      if (name === 'refund.posted') await askOnly(id);
      await once(startPayer(name), 'exit');
      expect(await balanceOf(userId)).toBe(1_000n);
      await books.asOwner('UPDATE refund SET next_check_at = now() WHERE id = $1', [id]);
      startPayer();
      await eventually(async () => expect((await readRefund(books.database, id)).status).toBe('SUCCEEDED'));
      expect(await balanceOf(userId)).toBe(600n);
    },
  );
});

/** Requests the refund; WeChat answers that it is in progress. */
function askOnly(id: string): Promise<void> {
  return executeRefund(books.database, world.payments.providers, id);
}

describe('four concurrent payment workers, killed at random', () => {
  it('credit each of thirty payments once', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => aCustomer(books)));
    for (const userId of users) await paid(userId);
    await dueNow();
    let payers = Array.from({ length: 4 }, () => startPayer());
    for (let round = 0; round < 4; round += 1) {
      await dueNow();
      const victim = payers[round % 4]!;
      await killAll([victim]);
      payers = payers.map((one) => (one === victim ? startPayer() : one));
      expect(await books.violations()).toEqual([]);
    }
    await eventually(async () => {
      await dueNow();
      for (const userId of users) expect(await balanceOf(userId)).toBe(1_000n);
    });
  });
});

describe('a provider that hangs', () => {
  it('does not block another', async () => {
    const [hanging, healthy] = [await aCustomer(books), await aCustomer(books)];
    await ordered(hanging);
    const test = await ordered(healthy, 'TEST');
    world.wechat.faults.hang = true;
    const { codeUrl } = await requestCode(books.database, world.payments.providers, test);
    await world.payments.payers.TEST(codeUrl ?? '');
    startPayer();
    await eventually(async () => expect(await balanceOf(healthy)).toBe(1_000n));
  });
});

describe('a payment worker whose database refuses every query', () => {
  const rename = async (recharge: string, refund: string) => {
    await books.asOwner(`ALTER TABLE recharge RENAME COLUMN ${recharge}`);
    await books.asOwner(`ALTER TABLE refund RENAME COLUMN ${refund}`);
  };

  it('continues when the database recovers', async () => {
    const [during, after] = [await aCustomer(books), await aCustomer(books)];
    await paid(during);
    await dueNow();
    await rename('last_error TO no_error', 'next_check_at TO no_check_at');
    const worker = startPayer();
    // Credited; then the update of `last_error` fails, and refunds cannot be read.
    await eventually(async () => expect(await balanceOf(during)).toBe(1_000n));
    await rename('no_error TO last_error', 'no_check_at TO next_check_at');
    await paid(after);
    await eventually(async () => {
      await dueNow();
      expect(await balanceOf(after)).toBe(1_000n);
    });
    expect([worker.exitCode, worker.signalCode]).toEqual([null, null]);
  });
});
