const STEPS = [1, 2, 2.5, 5, 10];

/** Returns the end of an axis that starts at 0: the next round number from the highest value up, or 1 if all values are 0. */
export function axisTop(values: readonly number[]): number {
  const highest = Math.max(0, ...values);
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * (STEPS.find((step) => step * power >= highest) ?? 10);
}
