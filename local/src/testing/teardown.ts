/** On `globalThis`, because Jest may load setup and teardown as two separate copies of this module. */
const key = Symbol.for('gpulease.testing.teardown');
const holder = globalThis as { [key]?: () => Promise<void> };

/** Registers the function that stops the servers of this run. */
export function onTeardown(work: () => Promise<void>): void {
  holder[key] = work;
}

/** Stops the servers of this run. */
export async function tearDown(): Promise<void> {
  await holder[key]?.();
}
