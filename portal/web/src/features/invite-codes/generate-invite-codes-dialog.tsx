import { inviteCodeCreation, type InviteCode } from '@gpulease/contract/invite-codes';
import { DAY_MS } from '@gpulease/contract/durations';
import { Content, Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../browser/clock.ts';
import { CopyableLines } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { NumberField } from '../../ui/form/inputs.tsx';
import { InstantField } from '../../ui/form/instant-field.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';

const MOST_AT_ONCE = 500;
const THIRTY_DAYS_MS = 30 * DAY_MS;

/** The form for new codes: their number and expiry. */
export function GenerateInviteCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = useAction('createInviteCodes', {
    refreshes: ['listInviteCodes'],
  });
  const [defaults] = useState(() => ({
    quantity: 1,
    expirationDate: new Date(serverNow() + THIRTY_DAYS_MS).toISOString(),
  }));
  const [codes, setCodes] = useState<readonly InviteCode[]>();
  const form = useResourceForm(inviteCodeCreation, defaults);
  if (codes) return <GeneratedCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('inviteCode.generate')}
      submitLabel={t('inviteCode.generate')}
      onClose={onClose}
      onSubmit={async (body) => {
        const { items } = await create.run({ body });
        setCodes(items);
      }}
    >
      <Content component="p">{t('inviteCode.lead')}</Content>
      <NumberField isRequired name="quantity" label={t('inviteCode.quantity')} min={1} max={MOST_AT_ONCE} />
      <InstantField isRequired name="expirationDate" label={t('inviteCode.expirationDate')} />
    </FormDialog>
  );
}

interface GeneratedCodesProps {
  readonly codes: readonly InviteCode[];
  readonly onClose: () => void;
}

/** The new codes, one per line, to be copied together. */
function GeneratedCodes({ codes, onClose }: GeneratedCodesProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('inviteCode.generated', { count: codes.length })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Content component="p">{t('inviteCode.generatedBody')}</Content>
      <CopyableLines lines={codes.map(({ code }) => code)} label={t('inviteCode.code')} />
    </Dialog>
  );
}
