interface HttpLinkProps {
  readonly url: string;
}

/** A web address of a machine; anything but http and https stays plain text. */
export function HttpLink({ url }: HttpLinkProps) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}
