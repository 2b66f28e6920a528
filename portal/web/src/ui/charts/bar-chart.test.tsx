import { expect, it, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { BarChart } from './bar-chart.tsx';
import { lineColor } from './line-color.ts';

it('stacks the parts of each day and draws the compared values as a line', () => {
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
  // The axis runs from 0 at y = 184 to 5 at y = 16.
  expect(drawn(lineColor(0))).toEqual([116.8, 184]);
  expect(drawn(lineColor(1))).toEqual([16, 150.4]);
  expect(drawn('stroke-dasharray')).toEqual([16]);
});

/** Returns the smallest y of a path. */
function topOf(path: Element): number {
  const points = (path.getAttribute('d') ?? '').matchAll(/[ML]\s*[\d.]+[ ,]+([\d.]+)/g);
  return Math.min(...[...points].map(([, y]) => Number(y)));
}
