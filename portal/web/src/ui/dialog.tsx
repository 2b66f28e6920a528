import { Modal, ModalHeader, getResizeObserver, ModalBody } from '@patternfly/react-core';
import { use, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFooter } from './dialog-footer.ts';
import { Covered, useClosedByBack } from './navigation-guard.tsx';

interface DialogProps {
  readonly title: string;
  readonly titleIconVariant?: 'warning' | 'info';
  readonly children: ReactNode;
  /** The buttons. One of them closes the dialog; a form in the content adds its own. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Prevents Escape and going back from closing the dialog, for example while it shows a one-time secret. */
  readonly closesByButtonOnly?: boolean;
  /** The name of the field to focus initially, if not the first one. */
  readonly focusedField?: string;
}

const nothing = () => undefined;

/** A modal dialog, open while mounted. Escape and going back close it. */
export function Dialog(props: DialogProps) {
  const { title, titleIconVariant, onClose, closesByButtonOnly = false, focusedField } = props;
  const id = useId();
  const { t } = useTranslation();
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const isCovered = use(Covered);
  const dismiss = closesByButtonOnly || isCovered ? nothing : onClose;
  useClosedByBack(dismiss);
  return (
    <Modal
      isOpen
      variant="small"
      onEscapePress={dismiss}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      {...(focusedField && { elementToFocus: `#${id}-body [name="${focusedField}"]` })}
    >
      <ModalHeader
        title={title}
        labelId={`${id}-title`}
        {...(titleIconVariant && { titleIconVariant, titleScreenReaderText: t(`toast.${titleIconVariant}`) })}
      />
      <DialogBody id={`${id}-body`} titleId={`${id}-title`}>
        <DialogFooter value={footer}>{props.children}</DialogFooter>
      </DialogBody>
      {/* PatternFly's footer does not accept a ref. */}
      <footer ref={setFooter} className="pf-v6-c-modal-box__footer">
        {props.actions}
      </footer>
    </Modal>
  );
}

interface DialogBodyProps extends Pick<DialogProps, 'children'> {
  readonly id: string;
  /** The id of the dialog's title, which also names the scrolling part. */
  readonly titleId: string;
}

/** The dialog's content. It scrolls between the title and the buttons if the window is too small. */
function DialogBody({ id, titleId, children }: DialogBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isScrolling = useIsScrolling(body, content);
  return (
    <ModalBody
      id={id}
      ref={body}
      {...(isScrolling && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}
    >
      <div ref={content}>{children}</div>
    </ModalBody>
  );
}

/** Whether the content is taller than its box. The box must then be focusable, so that keys scroll it. */
function useIsScrolling(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): boolean {
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    const measure = () => setScrolling(outer.scrollHeight > outer.clientHeight);
    const stops = [outer, inner].map((element) => getResizeObserver(element, measure, true));
    return () => {
      for (const stop of stops) stop();
    };
  }, [box, content]);
  return isScrolling;
}
