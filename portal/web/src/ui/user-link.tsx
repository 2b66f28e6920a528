import { TextLink } from './links.tsx';
import { Name } from './one-line.tsx';

export function UserLink({ username }: { readonly username: string }) {
  return (
    <TextLink to={`/admin/users/edit/${encodeURIComponent(username)}`}>
      <Name>{username}</Name>
    </TextLink>
  );
}
