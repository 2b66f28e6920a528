import type { Workload } from '@gpulease/contract/workloads';
import { Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.tsx';
import { useLanguage } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Price } from '../ui/money.tsx';
import type { PowerAction } from './use-workload-actions.tsx';

interface ActionDialogProps {
  readonly action: PowerAction;
  readonly workload: Workload;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what an action costs and does before it is done; destroying asks for the name. */
export function ActionDialog({ action, workload, onConfirm, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const { dunning } = useConfig();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`workload.ask.${action}`, { name: workload.name })}
      confirmLabel={t(`workload.action.${action}`)}
      isDanger={action === 'destroy'}
      isBusy={isBusy}
      {...(action === 'destroy' && { typedName: workload.name })}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack hasGutter>
        <StackItem>{t(`workload.consequence.${action}`)}</StackItem>
        {action === 'start' && workload.startPrice && (
          <StackItem>
            {t('workload.startPrice')} <Price price={workload.startPrice} unit={workload.pricing.unit} />
          </StackItem>
        )}
        {action === 'stop' && <StackItem>{dunning[language]}</StackItem>}
      </Stack>
    </ConfirmDialog>
  );
}
