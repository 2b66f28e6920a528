import { getResizeObserver } from '@patternfly/react-core';
import { useEffect, useState, type RefObject } from 'react';

export const CHART_HEIGHT = 220;
export const padding = { top: 16, bottom: 36, left: 88, right: 16 };

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => setWidth(box.clientWidth);
    measure();
    return getResizeObserver(box, measure, true);
  }, [element]);
  return width;
}
