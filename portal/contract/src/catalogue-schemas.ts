/** The schemas of the operations that `catalogue-kind.ts` gives every kind of the catalogue. */
import * as z from 'zod';
import { listOf, noContent } from './common.ts';
import { reference } from './validation.ts';

const params = z.strictObject({ name: reference });
type NameParams = typeof params;

interface KindSchemas<
  Query extends z.ZodObject,
  Item extends z.ZodObject,
  Creation extends z.ZodObject,
  Change extends z.ZodObject,
> {
  readonly query: Query;
  readonly item: Item;
  readonly creation: Creation;
  /** All that can be edited; `creation` without what stays as it was created. */
  readonly change: Change;
}

type CatalogueSchemas<
  One extends string,
  Many extends string,
  Query extends z.ZodObject,
  Item extends z.ZodObject,
  Creation extends z.ZodObject,
  Change extends z.ZodObject,
> = Readonly<
  Record<`list${Many}`, { readonly query: Query; readonly response: ReturnType<typeof listOf<Item>> }> &
    Record<`get${One}`, { readonly params: NameParams; readonly response: Item }> &
    Record<`create${One}`, { readonly body: Creation; readonly response: Item; readonly status: 201 }> &
    Record<`update${One}`, { readonly params: NameParams; readonly body: Change; readonly response: Item }> &
    Record<
      `delete${One}`,
      { readonly params: NameParams; readonly response: typeof noContent; readonly status: 204 }
    >
>;

/** List, get, create, update and delete of a kind: `catalogueSchemas('Sku', 'Skus', { … })`. */
export function catalogueSchemas<
  const One extends string,
  const Many extends string,
  Query extends z.ZodObject,
  Item extends z.ZodObject,
  Creation extends z.ZodObject,
  Change extends z.ZodObject,
>(
  one: One,
  many: Many,
  { query, item, creation, change }: KindSchemas<Query, Item, Creation, Change>,
): CatalogueSchemas<One, Many, Query, Item, Creation, Change> {
  return {
    [`list${many}`]: { query, response: listOf(item) },
    [`get${one}`]: { params, response: item },
    [`create${one}`]: { body: creation, response: item, status: 201 },
    [`update${one}`]: { params, body: change, response: item },
    [`delete${one}`]: { params, response: noContent, status: 204 },
  } as unknown as CatalogueSchemas<One, Many, Query, Item, Creation, Change>;
}

type StatusSchemas<One extends string, Item extends z.ZodObject, Change extends z.ZodObject> = Readonly<
  Record<`set${One}Status`, { readonly params: NameParams; readonly body: Change; readonly response: Item }>
>;

/** The toggle of a kind that has one. */
export function statusSchemas<const One extends string, Item extends z.ZodObject, Change extends z.ZodObject>(
  one: One,
  item: Item,
  body: Change,
): StatusSchemas<One, Item, Change> {
  return { [`set${one}Status`]: { params, body, response: item } } as unknown as StatusSchemas<
    One,
    Item,
    Change
  >;
}
