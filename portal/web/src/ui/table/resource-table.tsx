import type { Page } from '@gpulease/contract/common';
import { useCallback, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import type { FilterName, ItemOf, ListOperation, SortName } from '../../api/lists.ts';
import { useApi } from '../../api/queries.ts';
import { FailureState } from '../errors/failure-state.tsx';
import { ActionsMenu, type Action } from '../actions-menu.tsx';
import { useListState, type ListControls, type ListState } from './list-state.ts';
import { NoResults, NothingYet, type EmptyText } from './empty-states.tsx';
import { ListSection } from './list-section.tsx';
import { ListPagination } from './list-pagination.tsx';
import { BulkMenu, type BulkAction } from './bulk-menu.tsx';
import { ColumnsButton } from './columns-button.tsx';
import type { Filter } from './filter-input.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { Column } from './column.ts';
import { Rows, SkeletonRows, type RowsProps } from './rows.tsx';
import { useSelection } from './selection.ts';
import { useShownColumns } from './shown-columns.ts';

export type ColumnOf<Id extends ListOperation> = Column<ItemOf<Id>, SortName<Id>>;

export interface ResourceTableProps<Id extends ListOperation> {
  readonly operation: Id;
  readonly params?: Readonly<Record<string, string>>;
  /** Filters that are always on and not shown. */
  readonly fixed?: Readonly<Partial<Record<FilterName<Id>, string>>>;
  readonly title: string;
  /** Defaults to h1, or h2 within a tab. */
  readonly headingLevel?: 'h1' | 'h2';
  readonly description?: ReactNode;
  readonly columns: readonly ColumnOf<NoInfer<Id>>[];
  readonly filters?: readonly Filter<FilterName<NoInfer<Id>>>[];
  readonly rowKey: (item: ItemOf<Id>) => string;
  /** The row's name for screen readers; its key by default. */
  readonly rowName?: (item: ItemOf<Id>) => string;
  readonly rowActions?: (item: ItemOf<Id>) => readonly Action[];
  /** Actions on ticked rows. */
  readonly bulkActions?: readonly BulkAction<ItemOf<Id>>[];
  /** Makes columns selectable. The choice is stored in this browser under this name, which contains the user's. */
  readonly columnMemory?: string;
  readonly primaryAction?: ReactNode;
  readonly empty: EmptyText;
  readonly onItems?: (items: readonly ItemOf<Id>[]) => void;
  /** Milliseconds between refreshes, for lists without live events. */
  readonly refreshMs?: number;
  readonly hasCsv?: boolean;
}

/** The list component of the product: title, toolbar, table (cards on phones) and pagination, with its state in the URL. */
export function ResourceTable<Id extends ListOperation>(props: ResourceTableProps<Id>) {
  // The key prevents showing one operation's items in another's columns while the new ones load.
  return <Listed key={props.operation} {...props} />;
}

function Listed<Id extends ListOperation>(props: ResourceTableProps<Id>) {
  const state = useListState({
    filters: (props.filters ?? []).map(({ name }) => name),
    sorts: props.columns.flatMap(({ sortBy }) => sortBy ?? []),
  });
  const asked = useList(props, state);
  const { onItems } = props;
  const items = asked.page?.items;
  useEffect(() => {
    if (items) onItems?.(items);
  }, [items, onItems]);
  const isEmpty =
    asked.page?.total === 0 && !asked.list.isPlaceholderData && Object.keys(state.filters).length === 0;
  const isBare = isEmpty && !props.filters?.some(({ hasMore }) => hasMore);
  return (
    <ListSection {...props} primaryAction={!isEmpty && props.primaryAction}>
      {isBare ? (
        <NothingYet {...props.empty} />
      ) : (
        <FilteredList {...props} state={state} asked={asked} isEmpty={isEmpty} />
      )}
    </ListSection>
  );
}

interface FilteredListProps<Id extends ListOperation> extends ResourceTableProps<Id> {
  readonly state: ListControls;
  readonly asked: ReturnType<typeof useList<Id>>;
  /** Whether the list is empty without filters. */
  readonly isEmpty: boolean;
}

function FilteredList<Id extends ListOperation>({ state, asked, isEmpty, ...props }: FilteredListProps<Id>) {
  const { filters = [], bulkActions, columnMemory } = props;
  const { list, page, csv } = asked;
  const columns = useShownColumns<ItemOf<Id>, ColumnOf<Id>>(props.columns, columnMemory);
  const selection = useSelection(page?.items, props.rowKey);
  const table = { ...props, columns: columns.shown };
  return (
    <>
      <ListToolbar
        filters={filters}
        state={state}
        total={page?.total ?? 0}
        bulk={bulkActions && <BulkMenu actions={bulkActions} selection={selection} />}
        columns={columnMemory && <ColumnsButton columns={props.columns} state={columns} />}
        csv={csv}
        shown={columns.shown.map(({ key }) => key)}
      />
      {page ? (
        <PageOfRows
          {...table}
          selection={bulkActions && selection}
          page={page}
          state={state}
          isStale={list.isPlaceholderData}
          nothingYet={isEmpty ? props.empty : undefined}
        />
      ) : (
        <NoRows {...table} failure={list.error} state={state} onRetry={() => void list.refetch()} />
      )}
    </>
  );
}

/** Reads the page, and returns the CSV query of the whole filtered list. */
function useList<Id extends ListOperation>(props: ResourceTableProps<Id>, state: ListState) {
  const { operation, params, fixed, refreshMs } = props;
  const query = { ...state.filters, ...fixed, ...(state.sort && { sort: state.sort }) };
  const all = { ...(params && { params }), query };
  const paged = { ...all, query: { ...query, page: state.page, pageSize: state.pageSize } };
  const list = useApi(operation, paged as unknown as CallInput<Id>, {
    keepPrevious: true,
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
  return {
    list,
    page: list.data as Page<ItemOf<Id>> | undefined,
    csv: props.hasCsv ? { operation, input: all } : undefined,
  };
}

interface NoRowsProps<T> extends Pick<RowsProps<T>, 'title' | 'columns'> {
  readonly failure: Failure | null;
  readonly state: ListControls;
  readonly onRetry: () => void;
}

function NoRows<T>({ failure, state, onRetry, ...table }: NoRowsProps<T>) {
  // An unknown filter value in the URL, such as from an old link, matches nothing; a retry would not help.
  if (failure?.code === 'INVALID_ARGUMENT' && Object.keys(state.filters).length > 0)
    return <NoResults onClear={state.clearFilters} />;
  return failure ? <FailureState failure={failure} onRetry={onRetry} /> : <SkeletonRows {...table} />;
}

interface PageOfRowsProps<T> extends Omit<RowsProps<T>, 'items' | 'rowEnd' | 'sort' | 'onSort'> {
  readonly rowActions?: (item: T) => readonly Action[];
  /** The text of a list that is empty without filters. */
  readonly nothingYet: EmptyText | undefined;
  readonly page: Page<T>;
  readonly state: ListControls;
}

function PageOfRows<T>({ page, state, rowActions, nothingYet, ...table }: PageOfRowsProps<T>) {
  const rowMenu = useRowMenu(rowActions, table.rowName ?? table.rowKey);
  const lastPage = Math.max(1, Math.ceil(page.total / state.pageSize));
  // A stale answer does not apply to the requested page.
  const isPastEnd = !table.isStale && page.total > 0 && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) state.setPage(lastPage, { replace: true });
  }, [isPastEnd, lastPage, state]);
  if (isPastEnd) return <SkeletonRows {...table} />;
  if (page.items.length === 0)
    return nothingYet ? <NothingYet {...nothingYet} /> : <NoResults onClear={state.clearFilters} />;
  return (
    <>
      <Rows
        {...table}
        items={page.items}
        rowEnd={rowActions && rowMenu}
        sort={state.sort}
        onSort={state.setSort}
      />
      <ListPagination state={state} total={page.total} variant="bottom" />
    </>
  );
}

function useRowMenu<T>(actionsOf: PageOfRowsProps<T>['rowActions'], nameOf: (item: T) => string) {
  const { t } = useTranslation();
  return useCallback(
    (item: T) => (
      <ActionsMenu label={t('table.actionsOf', { name: nameOf(item) })} actions={actionsOf?.(item) ?? []} />
    ),
    [t, actionsOf, nameOf],
  );
}
