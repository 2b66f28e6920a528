/** Pays without a phone in the sandbox, as scanning the code would. */
import { ProductError } from '../http/product-error.ts';
import type { RechargeMethod } from './providers.ts';
import type { TestProvider } from './test-provider.ts';

/** Payers by method; each takes a code's content, and throws ILLEGAL_TRANSITION if it cannot be paid (anymore). */
export type SandboxPayers = Readonly<Record<RechargeMethod, (codeUrl: string) => Promise<void>>>;

const TIME_LIMIT_MS = 5_000;

/** Creates the payers. `wechatUrl` is the WeChat Pay simulator, which pays at `/sandbox/pay`. */
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
