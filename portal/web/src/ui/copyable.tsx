import { Button, ClipboardCopy, clipboardCopyFunc, Tooltip } from '@patternfly/react-core';
import { RhUiCopyFillIcon } from '@patternfly/react-icons';
import { useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface CopyableTextProps {
  readonly text: string;
  /** What the text is, for people who cannot see it. */
  readonly label: string;
}

interface CopyableProps extends CopyableTextProps {
  /** In the running text instead of in a field. */
  readonly isInline?: boolean;
}

/** Text with a button that copies it. */
export function Copyable({ text, label, isInline = false }: CopyableProps) {
  const { t } = useTranslation();
  if (isInline) return <InlineCopyable text={text} label={label} />;
  return (
    <ClipboardCopy
      isReadOnly
      hoverTip={t('copy.copy')}
      clickTip={t('copy.copied')}
      textAriaLabel={label}
      copyAriaLabel={t('copy.what', { label })}
    >
      {text}
    </ClipboardCopy>
  );
}

/** As PatternFly's; but a list has one in each row, so what the button does is only explained once it is reached for. */
function InlineCopyable({ text, label }: CopyableTextProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // Rows of lists are used again for other items, whose text nobody has reached for.
  const [touched, setTouched] = useState<string>();
  const [copied, setCopied] = useState<string>();
  const touch = () => setTouched(text);
  return (
    <div className="pf-v6-c-clipboard-copy pf-m-inline">
      <code className="pf-v6-c-clipboard-copy__text pf-m-code">{text}</code>
      <span className="pf-v6-c-clipboard-copy__actions">
        <span className="pf-v6-c-clipboard-copy__actions-item">
          <Button
            ref={button}
            hasNoPadding
            variant="plain"
            aria-label={t('copy.what', { label })}
            icon={<RhUiCopyFillIcon />}
            onMouseEnter={touch}
            onFocus={touch}
            onClick={(event) => {
              clipboardCopyFunc(event as unknown as ClipboardEvent<HTMLDivElement>, text);
              setCopied(text);
            }}
          />
        </span>
      </span>
      {touched === text && (
        <Tooltip
          isVisible
          trigger="mouseenter focus click"
          triggerRef={button}
          aria="none"
          aria-live="polite"
          maxWidth="150px"
          exitDelay={1_500}
          content={t(copied === text ? 'copy.copied' : 'copy.copy')}
          onTooltipHidden={() => setCopied(undefined)}
        />
      )}
    </div>
  );
}
