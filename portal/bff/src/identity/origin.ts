/** Where a request comes from: for the audit, and the browser that codes and sign-ins are bound to. */
import { randomUUID } from 'node:crypto';
import type { Act } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { CallerContext, Cookies } from '../http/handler.ts';

/** What the audit says of something that the caller does now. */
export function actOf(
  { clock }: { readonly clock: Clock },
  context: CallerContext,
  about?: Pick<Act, 'subject' | 'details'>,
): Act {
  return { at: clock.now(), actor: context.caller.username, origin: context, ...about };
}

/** The random mark of this browser; empty where it has none yet. */
export function knownDevice(cookies: Cookies): string {
  return cookies.get('device') ?? '';
}

/** The mark of this browser, given to it with its first code. */
export function deviceOf(cookies: Cookies): string {
  const known = knownDevice(cookies);
  if (known) return known;
  const device = randomUUID();
  cookies.set('device', device);
  return device;
}
