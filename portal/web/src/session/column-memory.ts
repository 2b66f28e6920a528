import type { SessionConsole } from '@gpulease/contract/enums';
import { useSession } from './session.ts';

/** The storage key of the columns chosen for a list, separate for each user of this browser. */
export function useColumnMemory(console: SessionConsole, list: string): string {
  const { data } = useSession(console);
  return `${data?.user?.username ?? ''}/${list}`;
}
