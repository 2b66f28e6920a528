/** What was filled in on a page comes through the end of a session: it is kept in the tab until the same user is back. */
import type { Session } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { queryKey } from '../api/queries.ts';
import { dropText, keepText, readText } from '../platform/storage.ts';
import { hasSignedOut, KEPT_VALUES, sessionOperations } from './session.ts';

interface Page {
  readonly user: string;
  readonly path: string;
}

interface KeptPage extends Page {
  readonly parts: Readonly<Record<string, unknown>>;
}

/** Keeps the parts of a page, each by a name that is its own on that page. */
interface Keeper {
  /** What was kept; undefined where nothing was. */
  readonly read: (part: string) => unknown;
  readonly forget: (part: string) => void;
  /** Keeps a part that goes for want of a session; does nothing when it goes for another reason. */
  readonly keepIfSessionLost: (part: string, value: unknown) => void;
}

/** Keeps parts of the present page for its present user. */
export function useKeeper(): Keeper {
  const client = useQueryClient();
  const { pathname: path } = useLocation();
  const console = path.startsWith('/admin/') ? 'admin' : 'user';
  const [user] = useState(() => userOf(client, console)?.username ?? '');
  return useMemo(() => {
    const page = { user, path };
    return {
      read: (part) => read(page)[part],
      forget: (part) => forget(page, part),
      keepIfSessionLost: (part, value) => {
        if (userOf(client, console) === null && !hasSignedOut(console)) keep(page, part, value);
      },
    };
  }, [client, console, user, path]);
}

/** Who is signed in to a console; null for nobody, undefined where that is not known. */
function userOf(client: QueryClient, console: SessionConsole): Session['user'] | undefined {
  return client.getQueryData<Session>(queryKey(sessionOperations[console]))?.user;
}

function keep(page: Page, part: string, value: unknown): void {
  write({ ...page, parts: { ...read(page), [part]: value } });
}

function read({ user, path }: Page): KeptPage['parts'] {
  const kept = stored();
  return kept?.user === user && kept.path === path ? (kept.parts ?? {}) : {};
}

/** Forgets a part of a user's page. What somebody else left is dropped; other pages of the same user may still ask for theirs. */
function forget({ user, path }: Page, part: string): void {
  const kept = stored();
  if (kept?.user === user && kept.path !== path) return;
  const { [part]: _, ...parts } = read({ user, path });
  if (Object.keys(parts).length === 0) dropText('sessionStorage', KEPT_VALUES);
  else write({ user, path, parts });
}

/** Browsers limit what a tab may store; what is too large is not kept. */
function write(page: KeptPage): void {
  keepText('sessionStorage', KEPT_VALUES, JSON.stringify(page));
}

function stored(): Partial<KeptPage> | undefined {
  try {
    const kept = JSON.parse(readText('sessionStorage', KEPT_VALUES) ?? 'null') as Partial<KeptPage> | null;
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}
