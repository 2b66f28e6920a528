/** Proof of an account's second factor: an app code or a recovery code. */
import type { Row, Transaction } from '../../database/schema.ts';
import { invalidFields, type ProductError } from '../../http/product-error.ts';
import type { IdentityServices } from '../services.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

/** A code that is not yet consumed: a correct app code, or an unchecked recovery code. */
export type ProvenFactor = Pick<Row<'user_account'>, 'id' | 'role'> &
  ({ readonly step: bigint } | { readonly recoveryCode: Buffer });

/**
 * Throws INVALID_ARGUMENT (code), and RATE_LIMITED after too many app codes. Recovery codes are too long to guess and are
 * not limited, so that an attacker cannot lock the owner out.
 */
export async function proveSecondFactor(
  services: IdentityServices,
  { id, role }: Row<'user_account'>,
  code: string,
): Promise<ProvenFactor> {
  if (code.length > 6) return { id, role, recoveryCode: hashOfRecoveryCode(code) };
  await services.rateLimits.consume('secondFactor', id);
  const row = await services.database
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirst();
  const step = row && stepOf(services.cipher.open(id, row.secret), code, services.clock.now());
  if (step === undefined) throw wrongCode();
  return { id, role, step };
}

/** Consumes a code; only one transaction can. Throws like `proveSecondFactor` otherwise. Notifies customers of a used recovery code. */
export async function spendSecondFactor(
  { notifyOfAccount }: IdentityServices,
  transaction: Transaction,
  proven: ProvenFactor,
): Promise<void> {
  const { id, role } = proven;
  if ('step' in proven) {
    const { numUpdatedRows } = await transaction
      .updateTable('second_factor')
      .set({ last_step: proven.step })
      .where('user_id', '=', id)
      .where('last_step', '<', proven.step)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw wrongCode();
    return;
  }
  const { numDeletedRows } = await transaction
    .deleteFrom('recovery_code')
    .where('user_id', '=', id)
    .where('code_hash', '=', proven.recoveryCode)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw wrongCode();
  if (role === 'USER') await notifyOfAccount(transaction, { userId: id, kind: 'RECOVERY_CODE_USED' });
}

export function wrongCode(): ProductError {
  return invalidFields({ code: 'wrongSecondFactorCode' });
}
