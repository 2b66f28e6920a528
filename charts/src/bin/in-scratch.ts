import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the work of a command in a temporary folder, and prints the message of an error. Files are world-readable regardless
 * of the umask, because a part of the work runs as the images' user and archives contain file modes.
 */
export async function inScratch(work: (scratch: string) => Promise<void>): Promise<void> {
  process.umask(0o022);
  const scratch = mkdtempSync(join(tmpdir(), 'gpulease-'));
  chmodSync(scratch, 0o755);
  try {
    await work(scratch);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
