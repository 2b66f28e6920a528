import { jest } from '@jest/globals';
/** Watches console.error, where React and PatternFly report accessibility problems. */
let seen: unknown[][] = [];
let expected = false;

export function watchConsole(): void {
  seen = [];
  expected = false;
  jest.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void seen.push(args));
}

/** Allows errors in a test that provokes them. Returns the reported errors. */
export function expectConsoleErrors(): unknown[][] {
  expected = true;
  return seen;
}

/** Throws if the test reported unexpected errors. */
export function checkConsole(): void {
  if (!expected && seen.length > 0)
    throw new Error(`console.error was called: ${seen.map((args) => args.map(String).join(' ')).join('\n')}`);
}
