import type { InviteCode } from '@gpulease/contract/admin';
import { Button, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { CopyableLines } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface GeneratedCodesProps {
  readonly codes: readonly InviteCode[];
  readonly onClose: () => void;
}

/** The codes just made, one a line, to be copied at once. */
export function GeneratedCodes({ codes, onClose }: GeneratedCodesProps) {
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
