import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const repository = new URL('../..', import.meta.url);

/** Runs a program in the repository's root and shows its output. Throws when it fails. */
export async function run(command: readonly string[], input?: string): Promise<void> {
  await finish(command, { input, stdout: 'inherit' });
}

/** Runs a program in the repository's root and returns its output. Throws when it fails. */
export function capture(command: readonly string[], input?: string): Promise<string> {
  return finish(command, { input, stdout: 'pipe' });
}

interface Streams {
  input: string | undefined;
  stdout: 'inherit' | 'pipe';
}

async function finish(
  [program = '', ...args]: readonly string[],
  { input, stdout }: Streams,
): Promise<string> {
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(program, args, { cwd: repository, stdio: [stdin, stdout, 'inherit'] });
  // The exit code reports a program that ends before it has read its input.
  child.stdin?.on('error', () => undefined).end(input);
  const [printed, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
  return printed;
}
