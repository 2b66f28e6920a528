import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Does the work of a command in a folder that is gone afterwards, and prints the message of what it throws. What it makes is for
 * everybody to read, whatever the umask: part of the work is done as the images' user, and modes get into archives.
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
