/** Cached answers belong to the user signed in to their console. */
import type { Session } from '@gpulease/contract/auth';
import { endpoints, type Endpoint, type OperationId } from '@gpulease/contract/endpoints';
import type { SessionConsole } from '@gpulease/contract/enums';
import type { Query, QueryClient } from '@tanstack/react-query';

const consoles = new Map<unknown, SessionConsole>([
  ['getSession', 'user'],
  ['getAdminSession', 'admin'],
]);

/** Drops a console's cached answers when its user changes, and refetches them when the same user returns after a lost session. */
export function watchUsers(client: QueryClient): void {
  const users = new Map<SessionConsole, string>();
  const lost = new Set<SessionConsole>();
  client.getQueryCache().subscribe(({ type, query }) => {
    const console = consoles.get((query.queryKey as unknown[])[0]);
    const session = query.state.data as Session | undefined;
    if (type !== 'updated' || !console || !session) return;
    if (!session.user) {
      lost.add(console);
      return;
    }
    const before = users.get(console);
    users.set(console, session.user.username);
    const wasLost = lost.delete(console);
    if (before !== undefined && before !== session.user.username) forgetAnswers(client, console);
    else if (wasLost) void client.invalidateQueries({ predicate: isOf(console) });
  });
}

export function forgetAnswers(client: QueryClient, console: SessionConsole): void {
  client.removeQueries({ predicate: isOf(console) });
}

function isOf(console: SessionConsole): (query: Query) => boolean {
  return ({ queryKey: [operation] }) => {
    const endpoint: Endpoint = endpoints[operation as OperationId];
    return endpoint.console === console;
  };
}
