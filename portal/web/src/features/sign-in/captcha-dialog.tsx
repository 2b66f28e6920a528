import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { Failure } from '../../api/failure.ts';
import { loadChunk } from '../../browser/chunks.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CaptchaProgress = lazyPart(async () => (await import('./captcha-progress.tsx')).CaptchaProgress, null);

type Solve = () => Promise<string>;

const Context = createContext<Solve | undefined>(undefined);

export function CaptchaProvider({ children }: { readonly children: ReactNode }) {
  const [cancel, setCancel] = useState<() => void>();
  const solve = useCallback<Solve>(async () => {
    const cancelled = new Promise<never>((_, reject) => {
      setCancel(() => () => reject(new Failure('INVALID_CAPTCHA_TOKEN', 0)));
    });
    try {
      return await Promise.race([solved(), cancelled]);
    } finally {
      setCancel(undefined);
    }
  }, []);
  return (
    <Context value={solve}>
      {children}
      {cancel && <CaptchaProgress onCancel={cancel} />}
    </Context>
  );
}

/** Few visitors get a captcha, so its code is loaded on demand. */
async function solved(): Promise<string> {
  const { solveCaptcha } = await loadChunk(() => import('./captcha.ts'));
  return solveCaptcha();
}

/** Returns a function that solves a captcha. It rejects with Failure if that fails or is canceled. */
export function useCaptcha(): Solve {
  const solve = use(Context);
  if (!solve) throw new Error('useCaptcha must be used within a CaptchaProvider');
  return solve;
}
