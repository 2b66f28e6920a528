import type { WaysIn } from '@gpulease/contract/auth';
import { Checkbox, Content, Stack } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asFailure, type Failure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export const NO_WAYS_IN: WaysIn = { apiTokens: [], singleSignOn: false };

export const hasWaysIn = ({ apiTokens, singleSignOn }: WaysIn) => apiTokens.length > 0 || singleSignOn;

interface KeepWaysInProps {
  readonly waysIn: WaysIn;
  readonly onConfirm: (keep: WaysIn) => Promise<void>;
  readonly onClose: () => void;
}

/** Lists the other ways into an account whose password is reset; only the selected ones keep working. */
export function KeepWaysIn({ waysIn, onConfirm, onClose }: KeepWaysInProps) {
  const { t } = useTranslation();
  const [keep, setKeep] = useState(NO_WAYS_IN);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const tick = (name: string, isKept: boolean) => {
    const others = keep.apiTokens.filter((other) => other !== name);
    setKeep({ ...keep, apiTokens: isKept ? [...others, name] : others });
  };
  return (
    <ConfirmDialog
      title={t('auth.keepTitle')}
      confirmLabel={t('auth.resetPassword')}
      isBusy={isBusy}
      failure={failure}
      failureTitle={t('auth.resetFailed')}
      onConfirm={async () => {
        setBusy(true);
        await onConfirm(keep).catch((thrown: unknown) => setFailure(asFailure(thrown)));
        setBusy(false);
      }}
      onClose={onClose}
    >
      <Stack hasGutter>
        <Content component="p">{t('auth.keepBody')}</Content>
        {waysIn.singleSignOn && (
          <Checkbox
            id="keep-single-sign-on"
            label={t('auth.singleSignOn')}
            isChecked={keep.singleSignOn}
            onChange={(_, singleSignOn) => setKeep({ ...keep, singleSignOn })}
          />
        )}
        {waysIn.apiTokens.map((name) => (
          <Checkbox
            key={name}
            id={`keep-${name}`}
            label={t('auth.keepToken', { name })}
            isChecked={keep.apiTokens.includes(name)}
            onChange={(_, isKept) => tick(name, isKept)}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
