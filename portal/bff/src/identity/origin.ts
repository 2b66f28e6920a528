/** The origin of a request: for the audit log, and the browser that codes and sign-ins are bound to. */
import { randomUUID } from 'node:crypto';
import type { Act } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { CallerContext, Cookies } from '../http/handler.ts';

/** Returns the audit data of an action that the caller performs now. */
export function actOf(
  { clock }: { readonly clock: Clock },
  context: CallerContext,
  about?: Pick<Act, 'subject' | 'details'>,
): Act {
  return { at: clock.now(), actor: context.caller.username, origin: context, ...about };
}

/** Returns the browser's random device ID; empty if it has none. */
export function knownDevice(cookies: Cookies): string {
  return cookies.get('device') ?? '';
}

/** Returns the browser's device ID, creating it if needed. */
export function deviceOf(cookies: Cookies): string {
  const known = knownDevice(cookies);
  if (known) return known;
  const device = randomUUID();
  cookies.set('device', device);
  return device;
}
