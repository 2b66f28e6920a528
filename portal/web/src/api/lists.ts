import type { Page } from '@gpulease/contract/common';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Answer, QueryInput } from '@gpulease/contract/routes';

/** Operations that return pages. */
export type ListOperation = {
  [Id in OperationId]: Answer<Id> extends Page<unknown> ? Id : never;
}[OperationId];

export type ItemOf<Id extends ListOperation> = Answer<Id> extends Page<infer T> ? T : never;

export type QueryOf<Id extends ListOperation> = NonNullable<QueryInput<Id>>;

export type FilterName<Id extends ListOperation> = Exclude<
  keyof QueryOf<Id> & string,
  'page' | 'pageSize' | 'sort' | 'format' | 'language' | 'columns'
>;

/** The ascending sort orders of a list. */
export type SortName<Id extends ListOperation> = Exclude<
  (QueryOf<Id> & { readonly sort?: string | undefined })['sort'],
  `-${string}` | undefined
>;
