import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const requirements = join(import.meta.dirname, 'requirements.txt');

/**
 * Returns the path of the `schemathesis` program. The first call creates a Python environment with exactly the
 * packages of `requirements.txt` in the cache, keyed by its hash. Throws an instruction if Python must be installed.
 */
export function ensureSchemathesis(): string {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'gpulease', 'schemathesis', hash);
  const [program, complete] = [join(folder, 'bin', 'schemathesis'), join(folder, 'complete')];
  if (existsSync(complete)) return program;
  rmSync(folder, { recursive: true, force: true });
  if (!succeeds('python3', ['-m', 'venv', folder]))
    throw new Error(
      'Schemathesis needs Python 3.10 or newer with venv (Debian: apt-get install python3-venv).',
    );
  if (!succeeds(join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-deps', '-r', requirements]))
    throw new Error('pip could not install Schemathesis: see above.');
  writeFileSync(complete, '');
  return program;
}

interface Surroundings {
  /** Folder for files that it may leave. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a program to its end, with its output shown. Returns whether it succeeded. */
export async function runs(
  program: string,
  args: readonly string[],
  { cwd, env }: Surroundings,
): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd,
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
