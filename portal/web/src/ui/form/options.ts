export interface Option {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly isDisabled?: boolean;
}

/** Builds options from values, with labels and optional descriptions. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string,
  description?: (value: Value) => string,
): Option[] =>
  values.map((value) => ({
    value,
    label: label(value),
    ...(description && { description: description(value) }),
  }));

export const labelIn = (options: readonly Option[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** Adds chosen values that are no longer options; otherwise a select would show a different option as chosen. */
export function withChosen(options: readonly Option[], chosen: unknown): Option[] {
  const names = (Array.isArray(chosen) ? chosen : [chosen]) as unknown[];
  const isGone = (name: unknown): name is string =>
    typeof name === 'string' && name !== '' && !options.some(({ value }) => value === name);
  return [...options, ...names.filter(isGone).map((name) => ({ value: name, label: name }))];
}
