/** The caller's second factor: enabling, disabling and renewing recovery codes. */
import type {
  RecoveryCodes,
  SecondFactor,
  SecondFactorChange,
  SecondFactorConfirmation,
  SecondFactorSetup,
  SecondFactorStart,
} from '@gpulease/contract/me';
import type { AuditAction } from '@gpulease/contract/enums';
import type { AccountNoticeKind } from '@gpulease/contract/notice-kinds';
import { withTransaction } from '../../database/database.ts';
import type { Transaction } from '../../database/schema.ts';
import type { Caller, CallerContext } from '../../http/handler.ts';
import { invalidFields, ProductError } from '../../http/product-error.ts';
import { audit } from '../../audit/audit.ts';
import { actOf } from '../origin.ts';
import { checkPassword, holdSession } from '../prove-owner.ts';
import type { IdentityServices } from '../services.ts';
import { endOtherSessionsOf } from '../sessions.ts';
import { userById } from '../users.ts';
import { proveSecondFactor, spendSecondFactor, wrongCode } from './proof.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { clearSecondFactor } from './remove-second-factor.ts';
import { createTotpSecret, setupOf, stepOf } from './totp.ts';

/** How long a setup may wait for its first code. */
const SETUP_MS = 30 * 60_000;

export async function getSecondFactor({ database }: IdentityServices, { id }: Caller): Promise<SecondFactor> {
  const { second_factor_at: enabledAt, has_password: hasPassword } = await userById(database, id);
  const { left } = await database
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return { enabledAt: enabledAt?.toISOString() ?? null, recoveryCodesLeft: Number(left), hasPassword };
}

/** Creates a secret for the app, inactive until a code confirms it. Throws like `checkPassword`, and FORBIDDEN if enabled. */
export async function startSecondFactor(
  services: IdentityServices,
  caller: Caller,
  { currentPassword }: SecondFactorStart,
): Promise<SecondFactorSetup> {
  const { database, cipher, clock } = services;
  await checkPassword(services, caller, currentPassword);
  const secret = createTotpSecret();
  await withTransaction(database, async (transaction) => {
    await holdSession(transaction, caller);
    await refuseWhereOn(transaction, caller.id);
    await transaction.deleteFrom('second_factor').where('user_id', '=', caller.id).execute();
    const sealed = cipher.seal(caller.id, secret);
    const row = { user_id: caller.id, secret: sealed, created_at: clock.now() };
    await transaction.insertInto('second_factor').values(row).execute();
  });
  return setupOf(secret, caller.username);
}

/**
 * Enables the second factor with the app's first code and ends all other sessions, which did not present a code. Returns the
 * recovery codes. Throws RATE_LIMITED, FORBIDDEN if enabled, and INVALID_ARGUMENT (wrong code; setup not started or expired).
 */
export async function confirmSecondFactor(
  services: IdentityServices,
  { code }: SecondFactorConfirmation,
  context: CallerContext,
): Promise<RecoveryCodes> {
  const { database, cipher, clock, rateLimits } = services;
  const { id } = context.caller;
  await rateLimits.consume('secondFactor', id);
  const now = clock.now();
  const codes = await withTransaction(database, async (transaction) => {
    await holdSession(transaction, context.caller);
    await refuseWhereOn(transaction, id);
    const started = await transaction
      .selectFrom('second_factor')
      .select('secret')
      .where('user_id', '=', id)
      .where('created_at', '>', new Date(now.getTime() - SETUP_MS))
      .executeTakeFirst();
    if (!started) throw invalidFields({ code: 'secondFactorSetupExpired' });
    const step = stepOf(cipher.open(id, started.secret), code, now);
    if (step === undefined) throw wrongCode();
    await spendSecondFactor(services, transaction, { ...context.caller, step });
    await transaction
      .updateTable('user_account')
      .set({ second_factor_at: now })
      .where('id', '=', id)
      .execute();
    await endOtherSessionsOf(transaction, context.caller);
    await note(services, transaction, context, ['ENABLE_SECOND_FACTOR', 'SECOND_FACTOR_ON']);
    return replaceRecoveryCodes(transaction, id);
  });
  await rateLimits.reset('secondFactor', id);
  return { codes };
}

/** Disables the second factor. Throws like `checkPassword` and `proveSecondFactor`, and FORBIDDEN if not enabled. */
export async function disableSecondFactor(
  services: IdentityServices,
  proof: SecondFactorChange,
  context: CallerContext,
): Promise<void> {
  await change(services, proof, context, async (transaction) => {
    await clearSecondFactor(transaction, context.caller.id);
    await note(services, transaction, context, ['DISABLE_SECOND_FACTOR', 'SECOND_FACTOR_OFF']);
  });
}

/** Replaces the recovery codes, which invalidates the old ones. Throws like `disableSecondFactor`. */
export async function renewRecoveryCodes(
  services: IdentityServices,
  proof: SecondFactorChange,
  context: CallerContext,
): Promise<RecoveryCodes> {
  const codes = await change(services, proof, context, async (transaction) => {
    await note(services, transaction, context, ['RENEW_RECOVERY_CODES', 'RECOVERY_CODES_RENEWED']);
    return replaceRecoveryCodes(transaction, context.caller.id);
  });
  return { codes };
}

/** Runs `work` after verifying both the password and a code. */
async function change<T>(
  services: IdentityServices,
  { currentPassword, code }: SecondFactorChange,
  { caller }: CallerContext,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const account = await checkPassword(services, caller, currentPassword);
  if (!account.second_factor_at) throw new ProductError('FORBIDDEN');
  const proven = await proveSecondFactor(services, account, code);
  const made = await withTransaction(services.database, async (transaction) => {
    await holdSession(transaction, caller);
    await spendSecondFactor(services, transaction, proven);
    return work(transaction);
  });
  await services.rateLimits.reset('secondFactor', caller.id);
  return made;
}

/** Requires the account's lock. Throws FORBIDDEN if the second factor is enabled: it must first be disabled with a code. */
async function refuseWhereOn(transaction: Transaction, id: string): Promise<void> {
  const { second_factor_at: enabledAt } = await userById(transaction, id);
  if (enabledAt) throw new ProductError('FORBIDDEN');
}

async function note(
  services: IdentityServices,
  transaction: Transaction,
  context: CallerContext,
  [action, kind]: readonly [AuditAction, AccountNoticeKind],
): Promise<void> {
  const { id: userId, role } = context.caller;
  if (role === 'USER') await services.notifyOfAccount(transaction, { userId, kind });
  await audit(transaction, action, actOf(services, context));
}
