/** Wallets that are due: machines that a recharge starts again, notices, and the end of what was kept long enough. */
import { withTransaction } from '../database/database.ts';
import { dueWallets, reviewLater, reviewWallet, type DueWallet } from '../dunning/review.ts';
import type { WorkerContext } from './context.ts';
import { restartStopped } from './restart-stopped.ts';

const RETRY_MS = 60_000;

/** Looks at every wallet that is due, one after the other; one that fails is tried again and holds up no other. */
export async function dunDue(context: WorkerContext): Promise<void> {
  for (const wallet of await dueWallets(context.database)) {
    const { accountId } = wallet;
    try {
      await dun(context, wallet);
    } catch (error) {
      context.log.error(
        { err: error, account: accountId },
        'A wallet could not be looked at, will be tried again',
      );
      await reviewLater(context.database, accountId, RETRY_MS);
    }
  }
}

async function dun(context: WorkerContext, wallet: DueWallet): Promise<void> {
  const { database, dunning } = context;
  await restartStopped(context, wallet.accountId);
  await withTransaction(database, (transaction) => reviewWallet(transaction, wallet, dunning));
}
