import { Modal, ModalHeader } from '@patternfly/react-core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody } from './dialog-body.tsx';
import { DialogFooter } from './dialog-footer.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface DialogProps {
  readonly title: string;
  readonly titleIconVariant?: 'warning' | 'info';
  readonly children: ReactNode;
  /** The buttons, one of which closes the dialog; a form in the content adds its own. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Going back leaves the page, such as where the dialog asks about that. */
  readonly isPassedByBack?: boolean;
  /** Neither Escape nor going back closes the dialog, such as where it shows what cannot be shown again. */
  readonly closesByButtonOnly?: boolean;
}

const nothing = () => undefined;

/** A modal dialog. It is shown while it is mounted; Escape and going back close it. */
export function Dialog({
  title,
  titleIconVariant,
  children,
  actions,
  onClose,
  isPassedByBack = false,
  closesByButtonOnly = false,
}: DialogProps) {
  const id = useId();
  const { t } = useTranslation();
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const dismiss = closesByButtonOnly ? nothing : onClose;
  useCloseOnBack(dismiss, !isPassedByBack);
  return (
    <Modal
      isOpen
      variant="small"
      onEscapePress={dismiss}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
    >
      <ModalHeader
        title={title}
        labelId={`${id}-title`}
        {...(titleIconVariant && {
          titleIconVariant,
          titleScreenReaderText: t(`dialog.${titleIconVariant}`),
        })}
      />
      <DialogBody id={`${id}-body`} titleId={`${id}-title`}>
        <DialogFooter value={footer}>{children}</DialogFooter>
      </DialogBody>
      {/* PatternFly's own footer cannot be referred to. */}
      <footer ref={setFooter} className="pf-v6-c-modal-box__footer">
        {actions}
      </footer>
    </Modal>
  );
}
