import {
  Button,
  ClipboardCopy,
  ClipboardCopyVariant,
  Tooltip,
  type ClipboardCopyProps,
} from '@patternfly/react-core';
import { RhUiCopyFillIcon } from '@patternfly/react-icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CopyableTextProps {
  readonly text: string;
  /** The accessible name of the text. */
  readonly label: string;
}

interface CopyableProps extends CopyableTextProps {
  /** Renders within running text instead of as a field. */
  readonly isInline?: boolean;
}

export function Copyable({ isInline = false, ...props }: CopyableProps) {
  return isInline ? <InlineCopyable {...props} /> : <CopyableField {...props} />;
}

interface CopyableLinesProps extends Pick<CopyableTextProps, 'label'> {
  readonly lines: readonly string[];
}

export function CopyableLines({ lines, label }: CopyableLinesProps) {
  return (
    <CopyableField
      isCode
      isExpanded
      variant={ClipboardCopyVariant.expansion}
      toggleAriaLabel={label}
      text={lines.join('\n')}
      label={label}
    />
  );
}

type FieldLook = Pick<ClipboardCopyProps, 'isCode' | 'isExpanded' | 'variant' | 'toggleAriaLabel'>;

function CopyableField({ text, label, ...look }: CopyableTextProps & FieldLook) {
  const { t } = useTranslation();
  return (
    <ClipboardCopy
      isReadOnly
      hoverTip={t('copy.copy')}
      clickTip={t('copy.copied')}
      textAriaLabel={label}
      copyAriaLabel={t('copy.what', { label })}
      {...look}
    >
      {text}
    </ClipboardCopy>
  );
}

function InlineCopyable({ text, label }: CopyableTextProps) {
  return (
    <div className="pf-v6-c-clipboard-copy pf-m-inline">
      <code className="pf-v6-c-clipboard-copy__text pf-m-code">{text}</code>
      <span className="pf-v6-c-clipboard-copy__actions">
        <span className="pf-v6-c-clipboard-copy__actions-item">
          <CopyButton text={text} label={label} hasNoPadding />
        </span>
      </span>
    </div>
  );
}

interface CopyButtonProps extends CopyableTextProps {
  readonly hasNoPadding?: boolean;
}

/** Like PatternFly's, but creates its tooltip on first hover or focus, as every list row has one, and reports a failed copy. */
export function CopyButton({ text, label, hasNoPadding = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // List rows are reused for other items, whose tooltips must start closed.
  const [touched, setTouched] = useState<string>();
  const [result, setResult] = useState<{ readonly of: string; readonly isCopied: boolean }>();
  const touch = () => setTouched(text);
  const copy = async () => setResult({ of: text, isCopied: await copyText(text) });
  const told = result?.of === text ? (result.isCopied ? 'copied' : 'refused') : 'copy';
  return (
    <>
      <Button
        ref={button}
        hasNoPadding={hasNoPadding}
        variant="plain"
        aria-label={t('copy.what', { label })}
        icon={<RhUiCopyFillIcon />}
        onMouseEnter={touch}
        onFocus={touch}
        onClick={() => void copy()}
      />
      {touched === text && (
        <Tooltip
          isVisible
          trigger="mouseenter focus click"
          triggerRef={button}
          aria="none"
          maxWidth="150px"
          exitDelay={1_500}
          content={t(`copy.${told}`)}
          onTooltipHidden={() => setResult(undefined)}
        />
      )}
      {told !== 'copy' && (
        <span role="status" className="pf-v6-screen-reader">
          {t(`copy.${told}`)}
        </span>
      )}
    </>
  );
}

/** Copies a text to the clipboard. Returns false if the browser forbids it, such as without HTTPS. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
