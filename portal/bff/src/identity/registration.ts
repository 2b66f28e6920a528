import type { Registration } from '@gpulease/contract/auth';
import { withTransaction } from '../database/database.ts';
import type { RequestContext } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { checkInviteCode, takeInviteCode } from './invite-codes.ts';
import { completeRegistration } from './oidc/identities.ts';
import { knownDevice } from './origin.ts';
import { hashPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { createUser } from './users.ts';

/**
 * Creates a customer's account. Proves the phone first; then one transaction creates the account and consumes code and
 * invite, so that a refusal leaves nothing behind. Throws PHONE_NOT_VERIFIED, INVALID_ARGUMENT (invite), and NAME_TAKEN or
 * PHONE_TAKEN, which require a valid invite code.
 */
export async function registerUser(
  services: IdentityServices,
  form: Registration,
  origin: RequestContext,
): Promise<void> {
  const { database, clock, codes, rateLimits } = services;
  const { phone, username, inviteCode } = form;
  await rateLimits.consume('register', origin.address);
  const device = knownDevice(origin.cookies);
  const code = await codes.prove({ recipient: phone, purpose: 'REGISTER', device }, form.smsCode);
  const passwordHash = await hashPassword(form.password);
  const now = clock.now();
  await withTransaction(database, async (transaction) => {
    await codes.spend(transaction, code);
    await checkInviteCode(transaction, inviteCode, clock);
    const { language } = origin.cookies;
    const user = { username, phone, passwordHash, role: 'USER', language } as const;
    const userId = await createUser(transaction, user, now);
    await takeInviteCode(transaction, inviteCode, userId, now);
    if (form.oidcToken !== undefined)
      await completeRegistration(transaction, { token: form.oidcToken, device, userId }, now);
    await audit(transaction, 'REGISTER', { at: now, actor: username, origin });
  });
}
