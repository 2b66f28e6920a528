import type { InviteCode } from '@gpulease/contract/admin';
import { Button, ClipboardCopy, ClipboardCopyVariant, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
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
      <ClipboardCopy
        isCode
        isExpanded
        isReadOnly
        variant={ClipboardCopyVariant.expansion}
        hoverTip={t('copy.copy')}
        clickTip={t('copy.copied')}
        textAriaLabel={t('inviteCode.code')}
        toggleAriaLabel={t('inviteCode.code')}
        copyAriaLabel={t('copy.what', { label: t('inviteCode.code') })}
      >
        {codes.map(({ code }) => code).join('\n')}
      </ClipboardCopy>
    </Dialog>
  );
}
