/** How many colours charts.css has for lines. */
export const LINE_COLORS = 8;

/** The colour of a chart's line; those beyond the eighth begin again. */
export const lineColor = (index: number): string => `var(--gpulease-chart-line-${(index % LINE_COLORS) + 1})`;

/** Bars that have no parts, in the colour that charts.css gives them. */
export const BAR_COLOR = 'var(--pf-v6-chart-theme--blue--ColorScale--100)';

/** What is drawn over bars to compare them with. */
export const BEFORE_COLOR = lineColor(LINE_COLORS - 1);
