/** Paying without a phone, in the sandbox: what scanning the code would do. */
import { ProductError } from '../http/product-error.ts';
import type { RechargeMethod } from './providers.ts';
import type { TestProvider } from './test-provider.ts';

/** By method; each takes what the code holds, and throws ILLEGAL_TRANSITION where it cannot be paid (any more). */
export type SandboxPayers = Readonly<Record<RechargeMethod, (codeUrl: string) => Promise<void>>>;

const TIME_LIMIT_MS = 5_000;

/** `wechatUrl`: of the WeChat Pay simulator, which pays at `/sandbox/pay`. */
export function sandboxPayers(test: TestProvider, wechatUrl: URL): SandboxPayers {
  return {
    TEST: (codeUrl) => test.pay(codeUrl),
    async WECHAT(codeUrl) {
      const response = await fetch(new URL('/sandbox/pay', wechatUrl), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code_url: codeUrl }),
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      if (!response.ok) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
    },
  };
}
