import type { Session } from '@gpulease/contract/auth';
import { endpoints, type Endpoint, type OperationId } from '@gpulease/contract/endpoints';
import type { SessionConsole } from '@gpulease/contract/enums';
import type { QueryClient } from '@tanstack/react-query';

const consoles = new Map<unknown, SessionConsole>([
  ['getSession', 'user'],
  ['getAdminSession', 'admin'],
]);

/**
 * Clears everything that was loaded for a user as soon as another user, or nobody, is signed in. The data of the other
 * console stays: an operator may be working in this tab while a customer is signed in in another.
 */
export function forgetOtherUsers(client: QueryClient): void {
  const users = new Map<SessionConsole, string | null>();
  client.getQueryCache().subscribe(({ type, query }) => {
    const console = consoles.get((query.queryKey as unknown[])[0]);
    const session = query.state.data as Session | undefined;
    if (type !== 'updated' || !console || !session) return;
    const user = session.user?.username ?? null;
    const before = users.get(console);
    users.set(console, user);
    if (before && before !== user)
      client.removeQueries({ predicate: ({ queryKey: [operation] }) => isOf(console, operation) });
  });
}

function isOf(console: SessionConsole, operation: unknown): boolean {
  const endpoint: Endpoint = endpoints[operation as OperationId];
  return endpoint.console === console;
}
