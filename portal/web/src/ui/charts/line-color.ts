/** Number of line colours in charts.css. */
export const LINE_COLORS = 8;

/** Returns the colour of a chart's line; colours repeat after the eighth. */
export const lineColor = (index: number): string => `var(--gpulease-chart-line-${(index % LINE_COLORS) + 1})`;

/** The colour of bars without parts, set in charts.css. */
export const BAR_COLOR = 'var(--pf-v6-chart-theme--blue--ColorScale--100)';

/** The colour of the compared period. */
export const BEFORE_COLOR = lineColor(LINE_COLORS - 1);
