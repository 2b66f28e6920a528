import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Content, Stack, StackItem } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionAtFocus } from '../../session/session.ts';
import { DialogFooter } from '../../ui/dialog-footer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CaptchaProvider } from './captcha-dialog.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { CustomerForms } from './customer-forms.tsx';
import { LazySecondStep, useSignInSteps } from './sign-in-steps.ts';
import { SingleSignOn } from './single-sign-on.tsx';

interface SignInDialogProps {
  readonly console: SessionConsole;
  /** The user whose session was lost. */
  readonly username: string;
  /** Leaves the page for the sign-in page. */
  readonly onClose: () => void;
}

/** Asks the user to sign in again on top of a page whose session was lost. The parent unmounts it after sign-in. */
export function SignInDialog({ console, username, onClose }: SignInDialogProps) {
  const { t } = useTranslation();
  const { token, onAnswer, startAgain } = useSignInSteps(console);
  useSessionAtFocus(console);
  return (
    <CaptchaProvider>
      <Dialog
        closesByButtonOnly
        focusedField="password"
        title={t(token === undefined ? 'auth.sessionEnded' : 'secondFactor.title')}
        onClose={onClose}
        actions={
          <Button variant="link" onClick={onClose}>
            {t('auth.leavePage')}
          </Button>
        }
      >
        <Uncovered />
        {/* Each form keeps its own button, as on the sign-in page. */}
        <DialogFooter value={undefined}>
          {token === undefined ? (
            <Stack hasGutter>
              <Content component="p">{t('auth.sessionEndedBody', { username })}</Content>
              <StackItem>
                {console === 'user' ? (
                  <CustomerForms username={username} onAnswer={onAnswer} />
                ) : (
                  <CredentialsForm console="admin" username={username} onAnswer={onAnswer} />
                )}
              </StackItem>
              <SingleSignOn isInNewTab console={console} />
            </Stack>
          ) : (
            <LazySecondStep console={console} token={token} onStartAgain={startAgain} />
          )}
        </DialogFooter>
      </Dialog>
    </CaptchaProvider>
  );
}

/** Keeps its dialog visible to assistive technology. Other open PatternFly dialogs hide their siblings at each render. */
function Uncovered() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const layer = here.current?.closest('body > *');
    if (!layer) return;
    const uncover = () => layer.removeAttribute('aria-hidden');
    const observer = new MutationObserver(uncover);
    observer.observe(layer, { attributeFilter: ['aria-hidden'] });
    uncover();
    return () => observer.disconnect();
  }, []);
  return <span ref={here} hidden />;
}
