import { withTransaction } from '../../database/database.ts';
import type { Row, Transaction } from '../../database/schema.ts';
import type { CallerContext } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { audit } from '../../audit/audit.ts';
import { actOf } from '../origin.ts';
import type { IdentityServices } from '../services.ts';
import { endPendingSignIns } from './pending-sign-in.ts';

/** Disables an account's second factor and deletes its secret, recovery codes and pending sign-ins. */
export async function clearSecondFactor(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .updateTable('user_account')
    .set({ second_factor_at: null })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('second_factor').where('user_id', '=', id).execute();
  await transaction.deleteFrom('recovery_code').where('user_id', '=', id).execute();
  await endPendingSignIns(transaction, id);
}

/**
 * Disables the second factor of a customer who lost app and recovery codes and proved their identity to an operator; the
 * reason states how. Throws FORBIDDEN if it is not enabled, and for operators, who use `create-admin --reset`.
 */
export async function removeSecondFactor(
  services: IdentityServices,
  { id, username: subject, role, second_factor_at: enabledAt }: Row<'user_account'>,
  details: { readonly reason: string },
  context: CallerContext,
): Promise<void> {
  if (role !== 'USER' || !enabledAt) throw new ProductError('FORBIDDEN');
  await withTransaction(services.database, async (transaction) => {
    await clearSecondFactor(transaction, id);
    await services.notifyOfAccount(transaction, { userId: id, kind: 'SECOND_FACTOR_REMOVED' });
    await audit(transaction, 'REMOVE_SECOND_FACTOR', actOf(services, context, { subject, details }));
  });
}
