import { jest } from '@jest/globals';
/** Watches console.error, where React and PatternFly report accessibility problems. */
let seen: unknown[][] = [];
let expected = false;

export function watchConsole(): void {
  seen = [];
  expected = false;
  jest.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void seen.push(args));
}

/** Call in a test that provokes errors on purpose. Returns what was reported. */
export function expectConsoleErrors(): unknown[][] {
  expected = true;
  return seen;
}

/** Throws when something was reported that the test did not expect. */
export function checkConsole(): void {
  if (!expected && seen.length > 0)
    throw new Error(`console.error was called: ${seen.map((args) => args.map(String).join(' ')).join('\n')}`);
}
