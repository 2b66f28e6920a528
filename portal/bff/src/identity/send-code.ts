/** Sends codes within the daily message budgets. */
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../http/logger.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { IdentityLimit } from './limits.ts';
import type { CodePurpose } from './one-time-codes.ts';

type Budget = Extract<IdentityLimit, 'smsDay' | 'smsResetDay' | 'emailDay' | 'emailResetDay'>;

const budgets: Readonly<Record<CodePurpose, Budget>> = {
  REGISTER: 'smsDay',
  LOGIN: 'smsDay',
  CHANGE_PHONE: 'smsDay',
  RESET_PASSWORD: 'smsResetDay',
  CHANGE_EMAIL: 'emailDay',
  RESET_PASSWORD_BY_EMAIL: 'emailResetDay',
};

interface Parts {
  readonly rateLimits: RateLimits<IdentityLimit>;
  readonly log: Logger;
}

/** Throws RATE_LIMITED once the daily budget is used up, even if no code would be sent, so that the refusal reveals nothing. */
export function refuseBeyondBudget({ rateLimits }: Parts, purpose: CodePurpose): Promise<void> {
  return rateLimits.refuseUsedUp(budgets[purpose], 'all');
}

/**
 * Sends a code in the background: the provider's response time and refusals would reveal which addresses exist. Only
 * sent codes count. Failures are logged; the user can request another code.
 */
export function sendCodeInBackground(parts: Parts, purpose: CodePurpose, send: () => Promise<void>): void {
  spendAndSend(parts, budgets[purpose], send).catch((error: unknown) => {
    parts.log.error({ err: error, purpose }, 'Could not send a verification code');
  });
}

async function spendAndSend({ rateLimits, log }: Parts, budget: Budget, send: () => Promise<void>) {
  const { isExceeded, points } = await rateLimits.take(budget, 'all');
  if (isExceeded) {
    log.error({ budget, points }, 'Did not send a verification code: the daily limit of messages is used up');
    return;
  }
  try {
    await send();
  } catch (error) {
    await rateLimits.giveBack(budget, 'all');
    throw error;
  }
}

/** Exports the used share of each budget. Budgets that cannot be read are omitted. */
export function codeMetrics(registry: Registry, rateLimits: RateLimits<IdentityLimit>): void {
  new Gauge({
    name: 'gpulease_codes_used_ratio',
    help: 'Share of the daily limit of code messages used within the last day, by budget. Near 1, sign-up and password resets will soon fail',
    labelNames: ['budget'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const budget of new Set(Object.values(budgets))) {
        const share = await rateLimits.usedShare(budget, 'all').catch(() => undefined);
        if (share !== undefined) this.set({ budget }, share);
      }
    },
  });
}
