import { getResizeObserver, ModalBody } from '@patternfly/react-core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

interface DialogBodyProps {
  readonly id: string;
  /** The id of the dialog's title, which names what scrolls, too. */
  readonly titleId: string;
  readonly children: ReactNode;
}

/** What a dialog says. It scrolls between the title and the buttons where there is more than the window has room for. */
export function DialogBody({ id, titleId, children }: DialogBodyProps) {
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

/** Whether the content is higher than its box, which then has to take the focus: keys scroll what has it. */
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
