import { TextLink } from './links.tsx';

/** An operator's way from a username to the user's page. */
export function UserLink({ username }: { readonly username: string }) {
  return <TextLink to={`/admin/users/edit/${encodeURIComponent(username)}`}>{username}</TextLink>;
}
