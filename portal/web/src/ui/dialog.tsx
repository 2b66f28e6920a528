import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from './use-close-on-back.ts';

interface DialogProps {
  readonly title: string;
  readonly titleIconVariant?: 'warning' | 'info';
  readonly children: ReactNode;
  /** The buttons, one of which closes the dialog; not needed where the content has them. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Going back leaves the page, such as where the dialog asks about that. */
  readonly isPassedByBack?: boolean;
}

/** A modal dialog. It is shown while it is mounted; Escape and going back close it. */
export function Dialog({
  title,
  titleIconVariant,
  children,
  actions,
  onClose,
  isPassedByBack = false,
}: DialogProps) {
  const id = useId();
  const { t } = useTranslation();
  useCloseOnBack(onClose, !isPassedByBack);
  return (
    <Modal
      isOpen
      variant="small"
      onEscapePress={onClose}
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
      <ModalBody id={`${id}-body`}>{children}</ModalBody>
      {actions && <ModalFooter>{actions}</ModalFooter>}
    </Modal>
  );
}
