import { randomUUID } from 'node:crypto';
import type { Language } from '@gpulease/contract/enums';
import type { Cookies, RequestContext } from '../http/handler.ts';

/** Where a request of identity came from; for limits, audit, the list of sessions and the binding of codes. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
  /** What the browser says it is. */
  readonly userAgent: string;
  /** The browser's random mark; empty where it has none yet. */
  readonly device: string;
  /** The language chosen in this browser, if any. */
  readonly language: Language | null;
}

/** The origin of a request. */
export function originOf({ address, requestId, userAgent, cookies }: RequestContext): Origin {
  const device = cookies.get('device') ?? '';
  return { address, requestId, userAgent, device, language: cookies.language };
}

/** The mark of this browser, given to it with its first code. */
export function deviceOf(cookies: Cookies): string {
  const known = cookies.get('device');
  if (known) return known;
  const device = randomUUID();
  cookies.set('device', device);
  return device;
}
