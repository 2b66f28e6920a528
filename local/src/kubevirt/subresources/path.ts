import { subresourceGroup, subresourceVersion } from './discovery.ts';

const prefix = `/apis/${subresourceGroup}/${subresourceVersion}/namespaces/`;

export interface SubresourcePath {
  namespace: string;
  kind: string;
  name: string;
  subresource: string;
}

/** The parts of `…/namespaces/NAMESPACE/KIND/NAME/SUBRESOURCE`; empty ones where the path is another. */
export function parsePath(pathname: string): SubresourcePath {
  const parts = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).split('/').map(decodeURIComponent)
    : [];
  const [namespace = '', kind = '', name = '', ...rest] = parts;
  return { namespace, kind, name, subresource: rest.join('/') };
}
