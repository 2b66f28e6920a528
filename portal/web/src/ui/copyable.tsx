import { ClipboardCopy } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

interface CopyableProps {
  readonly text: string;
  /** What the text is, for people who cannot see it. */
  readonly label: string;
  /** In the running text instead of in a field. */
  readonly isInline?: boolean;
}

/** Text with a button that copies it. */
export function Copyable({ text, label, isInline = false }: CopyableProps) {
  const { t } = useTranslation();
  const words = {
    hoverTip: t('copy.copy'),
    clickTip: t('copy.copied'),
    textAriaLabel: label,
    copyAriaLabel: t('copy.what', { label }),
  };
  if (!isInline)
    return (
      <ClipboardCopy isReadOnly {...words}>
        {text}
      </ClipboardCopy>
    );
  return (
    <ClipboardCopy isCode variant="inline-compact" {...words}>
      {text}
    </ClipboardCopy>
  );
}
