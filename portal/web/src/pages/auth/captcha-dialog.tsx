import { Bullseye, Button, Spinner } from '@patternfly/react-core';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../api/failure.ts';
import { solveCaptcha } from './captcha.ts';

type Solve = () => Promise<string>;

const Context = createContext<Solve | undefined>(undefined);

/** Shows the human verification while it runs. */
export function CaptchaProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [cancel, setCancel] = useState<() => void>();
  const solve = useCallback<Solve>(async () => {
    const cancelled = new Promise<never>((_, reject) => {
      setCancel(() => () => reject(new Failure('INVALID_CAPTCHA_TOKEN', 0)));
    });
    try {
      return await Promise.race([solveCaptcha(), cancelled]);
    } finally {
      setCancel(undefined);
    }
  }, []);
  return (
    <Context value={solve}>
      {children}
      {cancel && (
        <Dialog
          title={t('captcha.title')}
          onClose={cancel}
          actions={
            <Button variant="link" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          }
        >
          <p>{t('captcha.body')}</p>
          <Bullseye>
            <Spinner size="lg" aria-label={t('captcha.title')} aria-valuetext={t('common.loading')} />
          </Bullseye>
        </Dialog>
      )}
    </Context>
  );
}

/** Asks for a solved captcha. Rejects with Failure when it fails or is cancelled. */
export function useCaptcha(): Solve {
  const solve = use(Context);
  if (!solve) throw new Error('useCaptcha must be used within a CaptchaProvider');
  return solve;
}
