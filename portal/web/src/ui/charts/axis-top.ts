const STEPS = [1, 2, 2.5, 5, 10];

/** Where an axis from 0 ends: the next round number, so that a line and a label are above the highest bar; 1 where all are 0. */
export function axisTop(values: readonly number[]): number {
  const highest = Math.max(0, ...values);
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * (STEPS.find((step) => step * power >= highest) ?? 10);
}
