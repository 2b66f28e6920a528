import type { Page } from '@gpulease/contract/common';
import { PageSection, Split, SplitItem, Title } from '@patternfly/react-core';
import { useEffect, type ReactNode } from 'react';
import type { CallInput } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import type { FilterName, ItemOf, ListOperation, SortName } from '../../api/lists.ts';
import { useApi } from '../../api/queries.ts';
import { FailureState } from '../../errors/failure-state.tsx';
import { PageTitle } from '../page-title.tsx';
import { useListState, type ListControls, type ListState } from './list-state.ts';
import { NoResults, NothingYet, type EmptyText } from './empty-states.tsx';
import { ListPagination } from './list-pagination.tsx';
import type { Filter } from './filter-input.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { Rows, SkeletonRows, type Column, type RowAction } from './rows.tsx';

/** A column of a list operation's table. */
export type ColumnOf<Id extends ListOperation> = Column<ItemOf<Id>, SortName<Id>>;

export interface ResourceTableProps<Id extends ListOperation> {
  readonly operation: Id;
  readonly params?: Readonly<Record<string, string>>;
  /** Filters that are always on and not shown. */
  readonly fixed?: Readonly<Partial<Record<FilterName<Id>, string>>>;
  readonly title: string;
  /** 1 for a page of its own, 2 within one. */
  readonly headingLevel?: 'h1' | 'h2';
  readonly description?: ReactNode;
  readonly columns: readonly ColumnOf<NoInfer<Id>>[];
  readonly filters?: readonly Filter<FilterName<NoInfer<Id>>>[];
  readonly rowKey: (item: ItemOf<Id>) => string;
  /** What a row is called for people who cannot see it; its key by default. */
  readonly rowName?: (item: ItemOf<Id>) => string;
  readonly rowActions?: (item: ItemOf<Id>) => readonly RowAction[];
  readonly primaryAction?: ReactNode;
  readonly empty: EmptyText;
  /** Milliseconds between refreshes, where no live event announces changes. */
  readonly refreshMs?: number;
  /** Offer the filtered list as CSV. */
  readonly hasCsv?: boolean;
}

/** The one list of the product: title, toolbar, table that becomes cards on phones, pagination, all in the URL. */
export function ResourceTable<Id extends ListOperation>(props: ResourceTableProps<Id>) {
  const { filters = [] } = props;
  const state = useListState({
    filters: filters.map(({ name }) => name),
    sorts: props.columns.flatMap(({ sortBy }) => sortBy ?? []),
  });
  const { list, all } = useList(props, state);
  const page = list.data as Page<ItemOf<Id>> | undefined;
  const isEmpty = page?.total === 0 && Object.keys(state.filters).length === 0;
  return (
    <ListSection {...props} primaryAction={!isEmpty && props.primaryAction}>
      {isEmpty ? (
        <NothingYet {...props.empty} />
      ) : (
        <>
          <ListToolbar
            filters={filters}
            state={state}
            total={page?.total ?? 0}
            {...(props.hasCsv && { csv: { operation: props.operation, input: all } })}
          />
          {page ? (
            <PageOfRows {...props} page={page} state={state} isStale={list.isPlaceholderData} />
          ) : (
            <NoRows {...props} failure={list.error} onRetry={() => void list.refetch()} />
          )}
        </>
      )}
    </ListSection>
  );
}

/** The page asked for, and what asks for the whole filtered list. */
function useList<Id extends ListOperation>(props: ResourceTableProps<Id>, state: ListState) {
  const { operation, params, fixed, refreshMs } = props;
  const query = { ...state.filters, ...fixed, ...(state.sort && { sort: state.sort }) };
  const all = { ...(params && { params }), query };
  const paged = { ...all, query: { ...query, page: state.page, pageSize: state.pageSize } };
  const list = useApi(operation, paged as unknown as CallInput<Id>, {
    keepPrevious: true,
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
  return { list, all };
}

interface NoRowsProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}

function NoRows<T>({ failure, onRetry, ...table }: NoRowsProps<T>) {
  return failure ? <FailureState failure={failure} onRetry={onRetry} /> : <SkeletonRows {...table} />;
}

interface PageOfRowsProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (item: T) => string;
  readonly rowName?: (item: T) => string;
  readonly rowActions?: (item: T) => readonly RowAction[];
  readonly isStale: boolean;
  readonly page: Page<T>;
  readonly state: ListControls;
}

function PageOfRows<T>({ page, state, ...table }: PageOfRowsProps<T>) {
  const lastPage = Math.max(1, Math.ceil(page.total / state.pageSize));
  const isPastEnd = page.total > 0 && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) state.setPage(lastPage);
  }, [isPastEnd, lastPage, state]);
  if (isPastEnd) return <SkeletonRows {...table} />;
  if (page.items.length === 0) return <NoResults onClear={state.clearFilters} />;
  return (
    <>
      <Rows {...table} items={page.items} sort={state.sort} onSort={state.setSort} />
      <ListPagination state={state} total={page.total} variant="bottom" />
    </>
  );
}

interface ListSectionProps {
  readonly title: string;
  readonly headingLevel?: 'h1' | 'h2';
  readonly description?: ReactNode;
  readonly primaryAction?: ReactNode;
  readonly children: ReactNode;
}

function ListSection({ title, headingLevel = 'h1', description, primaryAction, children }: ListSectionProps) {
  return (
    <PageSection hasBodyWrapper={false}>
      <Split hasGutter isWrappable>
        <SplitItem isFilled>
          {headingLevel === 'h1' ? (
            <PageTitle>{title}</PageTitle>
          ) : (
            <Title headingLevel="h2" size="lg">
              {title}
            </Title>
          )}
        </SplitItem>
        {primaryAction && <SplitItem>{primaryAction}</SplitItem>}
      </Split>
      {description}
      {children}
    </PageSection>
  );
}
