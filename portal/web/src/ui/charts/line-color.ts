/** How many colours charts.css has for lines. */
export const LINE_COLORS = 8;

/** The colour of a chart's line; those beyond the eighth begin again. */
export function lineColor(index: number): string {
  return `var(--gpulease-chart-line-${(index % LINE_COLORS) + 1})`;
}
