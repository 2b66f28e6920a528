import { expect, it, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { BarChart } from './bar-chart.tsx';
import { lineColor } from './line-color.ts';

it('draws the parts of each day above one another, and a line of what they are compared with', () => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const day = (label: string, before: number, ...values: number[]) => ({
    ...{ label, before },
    parts: values.map((value) => ({ value, text: String(value) })),
  });
  const { container } = render(
    <BarChart
      title="Revenue"
      colors={[lineColor(0), lineColor(1)]}
      tick={String}
      bars={[day('Monday', 5, 2, 3), day('Tuesday', 4, 0, 1)]}
    />,
  );
  const drawn = (style: string) =>
    [...container.querySelectorAll(`path[style*="${style}"]`)].map((path) => topOf(path));
  // The axis ends at 5, 16 pixels below the upper edge, and begins at 184.
  expect(drawn(lineColor(0))).toEqual([116.8, 184]);
  expect(drawn(lineColor(1))).toEqual([16, 150.4]);
  expect(drawn('stroke-dasharray')).toEqual([16]);
});

/** The smallest y that a path leads to. */
function topOf(path: Element): number {
  const points = (path.getAttribute('d') ?? '').matchAll(/[ML]\s*[\d.]+[ ,]+([\d.]+)/g);
  return Math.min(...[...points].map(([, y]) => Number(y)));
}
