import { DAY_MS } from '@gpulease/contract/durations';
import { type InviteCode, inviteCodeCreation } from '@gpulease/contract/invite-codes';
import { Button, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../browser/clock.ts';
import { BulkResults } from '../../ui/bulk-results.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyableLines } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { NumberField } from '../../ui/form/inputs.tsx';
import { InstantField } from '../../ui/form/instant-field.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import type { Closable } from '../../ui/lazy-dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useEach } from '../../ui/use-each.ts';
import { useNames } from '../../ui/use-names.ts';

const MOST_AT_ONCE = 500;

export function GenerateInviteCodesDialog({ onClose }: Closable) {
  const { t } = useTranslation();
  const create = useAction('createInviteCodes', { refreshes: ['listInviteCodes'] });
  const [defaults] = useState(() => ({
    quantity: 1,
    expirationDate: new Date(serverNow() + 30 * DAY_MS).toISOString(),
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
      onSubmit={async (body) => setCodes((await create.run({ body })).items)}
    >
      <Content component="p">{t('inviteCode.lead')}</Content>
      <NumberField isRequired name="quantity" label={t('workload.skuQuantity')} min={1} max={MOST_AT_ONCE} />
      <InstantField isRequired name="expirationDate" label={t('common.expiresAt')} />
    </FormDialog>
  );
}

function GeneratedCodes({ codes, onClose }: Closable & { readonly codes: readonly InviteCode[] }) {
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

export function RevokeInviteCodeDialog({ code, onClose }: Closable & { readonly code: string }) {
  const { t } = useTranslation();
  return (
    <ConfirmAction
      isDanger
      operation="revokeInviteCode"
      input={() => ({ params: { code } })}
      refreshes={['listInviteCodes']}
      done={t('inviteCode.revoked')}
      title={t('inviteCode.askRevoke', { code })}
      confirmLabel={t('inviteCode.revoke')}
      onClose={onClose}
    >
      {t('inviteCode.revokeBody')}
    </ConfirmAction>
  );
}

export interface Revocation {
  /** All selected codes. Used and expired ones are skipped. */
  readonly codes: readonly InviteCode[];
  /** Called at the end, whatever the results, to clear the selection. */
  readonly onDone: () => void;
}

export function RevokeInviteCodesDialog({ codes, onDone, onClose }: Revocation & Closable) {
  const { t } = useTranslation();
  const listed = useNames();
  const revoke = useAction('revokeInviteCode', { refreshes: ['listInviteCodes'] });
  const { run, outcomes, isBusy, stop } = useEach<string>();
  const namesOf = (of: readonly InviteCode[]) => of.map(({ code }) => code);
  const available = namesOf(codes.filter(isAvailable));
  const others = namesOf(codes.filter((code) => !isAvailable(code)));
  const { length: count } = available;
  if (outcomes && !isBusy)
    return (
      <BulkResults
        title={(counts) => t('inviteCode.revokeResults', counts)}
        outcomes={outcomes}
        untouched={available.slice(outcomes.length)}
        nameOf={(code) => code}
        sentences={{
          done: (names) => t('inviteCode.revokedCodes', { names }),
          untouched: (names) => t('inviteCode.untouched', { names }),
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      isDanger
      title={t('inviteCode.askRevokeSeveral', { count })}
      confirmLabel={
        isBusy ? t('bulk.progress', { done: outcomes?.length ?? 0, count }) : t('inviteCode.revoke')
      }
      isBusy={isBusy}
      onClose={isBusy ? stop : onClose}
      onConfirm={async () => {
        await run(available, (code) => revoke.run({ params: { code } }));
        onDone();
      }}
    >
      <Content>
        <p>{listed(available)}</p>
        <p>{t('inviteCode.revokeBody')}</p>
        {others.length > 0 && (
          <p>{t('inviteCode.skipped', { count: others.length, names: listed(others) })}</p>
        )}
      </Content>
    </ConfirmDialog>
  );
}

const isAvailable = ({ status }: InviteCode) => status === 'AVAILABLE';
