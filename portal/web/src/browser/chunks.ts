/** Code that is loaded on demand. After a deployment, open tabs request files that no longer exist; a reload fetches the new ones. */
import { keepText, readText } from './storage.ts';

export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.name = 'ChunkFailure';
  }
}

/** Runs an `import()`. Throws ChunkFailure, which error boundaries recognize. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ChunkFailure(error);
  }
}

const STORAGE_KEY = 'reloaded-at';
/** Minimum time between reloads. */
const AGAIN_AFTER_MS = 60_000;

interface Page {
  readonly now: number;
  /** Whether the server responds; otherwise a reload would end on the browser's error page. */
  readonly isReachable: () => Promise<boolean>;
  readonly reload: () => void;
}

const isServerReachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads to get the current files. Returns false if just tried, if the server is unreachable, or without storage to prevent a loop. */
export async function reloadOnce({
  now = Date.now(),
  isReachable = isServerReachable,
  reload = () => location.reload(),
}: Partial<Page> = {}): Promise<boolean> {
  const before = Number(readText('sessionStorage', STORAGE_KEY) ?? 0);
  if (now - before < AGAIN_AFTER_MS || !(await isReachable())) return false;
  if (!keepText('sessionStorage', STORAGE_KEY, String(now))) return false;
  reload();
  return true;
}
