/** What every kind of the catalogue can be asked for, said once. Free of zod; the schemas are in `catalogue-schemas.ts`. */

interface Kind<One extends string, Many extends string, Path extends string> {
  readonly one: One;
  readonly many: Many;
  /** Below `/api/v1`. */
  readonly path: Path;
}

interface AdminEndpoint<Method extends string, Path extends string> {
  readonly method: Method;
  readonly path: Path;
  readonly console: 'admin';
  readonly ownership: 'any';
}

interface Changing {
  readonly ifMatch: 'required';
}

type CatalogueEndpoints<One extends string, Many extends string, Path extends string> = Readonly<
  Record<`list${Many}`, AdminEndpoint<'GET', Path> & { readonly kind: 'list' }> &
    Record<`get${One}`, AdminEndpoint<'GET', `${Path}/:name`>> &
    Record<`create${One}`, AdminEndpoint<'POST', Path>> &
    Record<`update${One}`, AdminEndpoint<'PUT', `${Path}/:name`> & Changing> &
    Record<`delete${One}`, AdminEndpoint<'DELETE', `${Path}/:name`> & Changing>
>;

const admin = { console: 'admin', ownership: 'any' } as const;

/**
 * List, get, create, update and delete of a kind. An update takes everything that the portal edits and leaves the rest
 * of the object alone; updates and deletions need the object's etag in `If-Match`.
 */
export function catalogueEndpoints<
  const One extends string,
  const Many extends string,
  const Path extends string,
>({ one, many, path }: Kind<One, Many, Path>): CatalogueEndpoints<One, Many, Path> {
  const single = `${path}/:name`;
  return {
    [`list${many}`]: { method: 'GET', path, ...admin, kind: 'list' },
    [`get${one}`]: { method: 'GET', path: single, ...admin },
    [`create${one}`]: { method: 'POST', path, ...admin },
    [`update${one}`]: { method: 'PUT', path: single, ...admin, ifMatch: 'required' },
    [`delete${one}`]: { method: 'DELETE', path: single, ...admin, ifMatch: 'required' },
  } as unknown as CatalogueEndpoints<One, Many, Path>;
}

type StatusEndpoint<One extends string, Path extends string> = Readonly<
  Record<`set${One}Status`, AdminEndpoint<'PUT', `${Path}/:name/status`> & Changing>
>;

/** The toggle of a kind that has one. */
export function statusEndpoint<const One extends string, const Path extends string>({
  one,
  path,
}: Pick<Kind<One, string, Path>, 'one' | 'path'>): StatusEndpoint<One, Path> {
  return {
    [`set${one}Status`]: { method: 'PUT', path: `${path}/:name/status`, ...admin, ifMatch: 'required' },
  } as unknown as StatusEndpoint<One, Path>;
}
