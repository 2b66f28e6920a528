import { execFile } from 'node:child_process';

interface RunOptions {
  /** Arguments after the program's file. */
  args?: readonly string[];
  /** Added to this process's environment. */
  env?: Record<string, string>;
  cwd?: string;
  /** Standard input. */
  input?: string;
}

/** Runs a program of this repository to completion on the current Node and returns its output; throws with its error output. */
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
