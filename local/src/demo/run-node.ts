import { execFile } from 'node:child_process';

interface RunOptions {
  /** Arguments after the program's file. */
  args?: readonly string[];
  /** Added to this process's own environment. */
  env?: Record<string, string>;
  cwd?: string;
  /** What it reads from standard input. */
  input?: string;
}

/** Runs one of our programs to its end, on our own Node, and returns what it printed; throws with what it complained of. */
export function runNode(file: string, options: RunOptions = {}): Promise<string> {
  const { args = [], env, cwd, input = '' } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env: { ...process.env, ...env }, cwd },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${file} failed:\n${stderr.trim() || error.message}`));
        else resolve(stdout);
      },
    );
    child.stdin?.end(input);
  });
}
