import type { InviteCode } from '@gpulease/contract/invite-codes';
import { inviteCodeStatuses } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../ui/copyable.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { column, statusColumn, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { statusFilter } from '../../ui/table/filter-kinds.ts';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import type { Revocation } from './invite-code-dialogs.tsx';

const GenerateDialog = lazyDialog(
  async () => (await import('./invite-code-dialogs.tsx')).GenerateInviteCodesDialog,
);

const RevokeDialog = lazyDialog(
  async () => (await import('./invite-code-dialogs.tsx')).RevokeInviteCodeDialog,
);
const RevokeSeveralDialog = lazyDialog(
  async () => (await import('./invite-code-dialogs.tsx')).RevokeInviteCodesDialog,
);

/** /admin/invite-code: the codes for registration. */
export function AdminInviteCodePage() {
  const { t } = useTranslation();
  const [isGenerating, setGenerating] = useState(false);
  const [revoked, setRevoked] = useState<string>();
  const [several, setSeveral] = useState<Revocation>();
  const generateButton = <Button onClick={() => setGenerating(true)}>{t('inviteCode.generate')}</Button>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listInviteCodes"
        title={t('navigation.admin.invite-code')}
        primaryAction={generateButton}
        rowKey={({ code }) => code}
        filters={[
          { kind: 'search', name: 'search', label: t('inviteCode.search') },
          statusFilter('inviteCode', inviteCodeStatuses, t),
        ]}
        columns={[
          column('code', t('inviteCode.code'), ({ code }: InviteCode) => (
            <Copyable isInline text={code} label={t('inviteCode.code')} />
          )),
          statusColumn('inviteCode', t('common.status')),
          timeColumn('expirationDate', t('common.expiresAt'), { sortBy: 'expirationDate' }),
          column('usedBy', t('inviteCode.usedBy'), ({ usedBy }: InviteCode) =>
            usedBy === null ? '–' : <UserLink username={usedBy} />,
          ),
          timeColumn('usedAt', t('inviteCode.usedAt'), { sortBy: 'usedAt' }),
          textColumn('createdBy', t('inviteCode.createdBy')),
          timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
        ]}
        rowActions={({ code, status }) => [
          {
            key: 'revoke',
            title: t('inviteCode.revoke'),
            isDanger: true,
            isDisabled: status !== 'AVAILABLE',
            onClick: () => setRevoked(code),
          },
        ]}
        bulkActions={[
          {
            key: 'revoke',
            title: t('inviteCode.revoke'),
            isDanger: true,
            isAllowed: ({ status }) => status === 'AVAILABLE',
            onClick: (codes, onDone) => setSeveral({ codes, onDone }),
          },
        ]}
        empty={{ title: t('inviteCode.empty'), body: t('inviteCode.emptyBody'), action: generateButton }}
      />
      {revoked !== undefined && <RevokeDialog code={revoked} onClose={() => setRevoked(undefined)} />}
      {several && <RevokeSeveralDialog {...several} onClose={() => setSeveral(undefined)} />}
      {isGenerating && <GenerateDialog onClose={() => setGenerating(false)} />}
    </>
  );
}
