import type { Session } from '@gpulease/contract/auth';
import type { QueryClient } from '@tanstack/react-query';

/** Forgets all that was loaded for a user as soon as it is known that another one, or nobody, is there. */
export function forgetOtherUsers(client: QueryClient): void {
  const users = new Map<unknown, string | null>();
  client.getQueryCache().subscribe(({ type, query }) => {
    const [operation] = query.queryKey as unknown[];
    const session = query.state.data as Session | undefined;
    if (type !== 'updated' || !isSessionOperation(operation) || !session) return;
    const user = session.user?.username ?? null;
    const before = users.get(operation);
    users.set(operation, user);
    if (before && before !== user)
      client.removeQueries({ predicate: ({ queryKey: [name] }) => !isEverybodys(name) });
  });
}

function isSessionOperation(operation: unknown): boolean {
  return operation === 'getSession' || operation === 'getAdminSession';
}

function isEverybodys(operation: unknown): boolean {
  return operation === 'getConfig' || isSessionOperation(operation);
}
