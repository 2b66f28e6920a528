/** On `globalThis`, because Jest may load set-up and teardown as two separate copies of this module. */
const key = Symbol.for('gpulease.testing.teardown');
const holder = globalThis as { [key]?: () => Promise<void> };

/** Remembers what ends the servers of this run. */
export function onTeardown(work: () => Promise<void>): void {
  holder[key] = work;
}

/** Ends the servers of this run. */
export async function tearDown(): Promise<void> {
  await holder[key]?.();
}
