import type { SessionConsole } from '@gpulease/contract/enums';
import { useSession } from './session.ts';

/** Where the columns that somebody has chosen for a list are kept: apart for everybody who signs in with this browser. */
export function useColumnMemory(console: SessionConsole, list: string): string {
  const { data } = useSession(console);
  return `${data?.user?.username ?? ''}/${list}`;
}
