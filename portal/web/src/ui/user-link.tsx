import { TextLink } from './links.tsx';
import { OneLine } from './one-line.tsx';

/** An operator's way from a username to the user's page. */
export function UserLink({ username }: { readonly username: string }) {
  return (
    <TextLink to={`/admin/users/edit/${encodeURIComponent(username)}`}>
      <OneLine>{username}</OneLine>
    </TextLink>
  );
}
