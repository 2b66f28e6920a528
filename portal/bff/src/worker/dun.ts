/** Handles due wallets: restarts machines after a recharge, sends notices, and ends the retention of disks. */
import { withTransaction } from '../database/database.ts';
import { DUE_WALLETS, dueWallets, reviewLater, reviewWallet, type DueWallet } from '../dunning/review.ts';
import type { WorkerContext } from './context.ts';
import { restartStopped } from './restart-stopped.ts';

const RETRY_MS = 60_000;
/** Wallets reviewed concurrently; each uses one database connection. */
const CONCURRENCY = 4;

/** Reviews wallets until none is due or free. A failing wallet is retried later and does not block others. */
export async function dunDue(context: WorkerContext, signal: AbortSignal): Promise<void> {
  let mayBeMore = true;
  while (mayBeMore && !signal.aborted) mayBeMore = await dunBatch(context, signal);
}

/** Returns whether more may be due. */
async function dunBatch(context: WorkerContext, signal: AbortSignal): Promise<boolean> {
  const wallets = await dueWallets(context.database);
  let looked = 0;
  const waiting = wallets.values();
  const work = async () => {
    for (const wallet of waiting) if (!signal.aborted && (await tryToDun(context, wallet))) looked += 1;
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return wallets.length === DUE_WALLETS && looked > 0;
}

/** Returns false if another worker reviews it, or if it failed. */
async function tryToDun(context: WorkerContext, wallet: DueWallet): Promise<boolean> {
  const { database, log } = context;
  const { accountId } = wallet;
  try {
    await restartStopped(context, accountId);
    return await withTransaction(database, (transaction) =>
      reviewWallet(transaction, wallet, context.dunning),
    );
  } catch (error) {
    log.error({ err: error, account: accountId }, 'Could not review a wallet, will retry');
    await reviewLater(database, accountId, { error, retryMs: RETRY_MS });
    return false;
  }
}
