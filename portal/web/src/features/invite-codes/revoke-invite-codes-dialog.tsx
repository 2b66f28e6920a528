import type { InviteCode } from '@gpulease/contract/invite-codes';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { BulkResults } from '../../ui/bulk-results.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useEach } from '../../ui/use-each.ts';
import { useNames } from '../../ui/use-names.ts';

interface RevokeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Revokes one code. */
export function RevokeInviteCodeDialog({ code, onClose }: RevokeDialogProps) {
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

interface RevokeSeveralProps {
  /** All ticked codes. Used and expired ones are skipped. */
  readonly codes: readonly InviteCode[];
  /** Called at the end, whatever the results. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Revokes several codes and reports each result. */
export function RevokeInviteCodesDialog({ codes, onDone, onClose }: RevokeSeveralProps) {
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
