import '@patternfly/react-styles/css/components/Table/table.css';
import '@patternfly/react-styles/css/components/Table/table-grid.css';
import '@patternfly/react-styles/css/components/Table/table-scrollable.css';
import { Checkbox, Skeleton } from '@patternfly/react-core';
import { ArrowsAltVIcon, LongArrowAltDownIcon, LongArrowAltUpIcon } from '@patternfly/react-icons';
import { css } from '@patternfly/react-styles';
import { useDeferredValue, useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { useFirstRows } from './first-rows.ts';
import { useRowIds } from './row-ids.ts';
import { Row, type SharedRowProps } from './row.tsx';
import type { Selection } from './selection.ts';

export interface RowsProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  /** The row's name for screen readers; its key by default. */
  readonly rowName?: (item: T) => string;
  /** The content at the end of a row, such as its menu. */
  readonly rowEnd?: ((item: T) => ReactNode) | undefined;
  /** Present if rows can be ticked. */
  readonly selection?: Selection<T> | undefined;
  /** The items belong to the previous query; new ones are loading. */
  readonly isStale?: boolean;
  /** The current sort order, with a leading `-` for descending. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
}

const dimmed = { opacity: 0.5 } as const;

/** The items as a compact table; on phones each row is a card. */
export function Rows<T>(props: RowsProps<T>) {
  const { title, selection, isStale = false, sort, onSort } = props;
  const { t } = useTranslation();
  // Renders a hundred new rows in steps, so that the browser can handle input in between.
  const { items: wanted, look, wasStale } = useDeferredValue(useRowsToDraw(props));
  const items = useFirstRows(wanted, look.rowKey);
  const ids = useRowIds(items.map(look.rowKey));
  const isDimmed = isStale || wasStale || items !== wanted;
  return (
    <div className="pf-v6-c-scroll-inner-wrapper">
      <table
        role="grid"
        aria-label={title}
        aria-busy={isDimmed}
        className={TABLE}
        {...(isDimmed && { style: dimmed })}
      >
        <thead className="pf-v6-c-table__thead">
          <tr className="pf-v6-c-table__tr">
            {selection && (
              <th scope="col" className="pf-v6-c-table__th gpulease-check">
                <SelectAll items={props.items} selection={selection} />
              </th>
            )}
            {look.columns.map((column) => (
              <ColumnHead key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {look.rowEnd && (
              <th scope="col" className="pf-v6-c-table__th">
                <span className="pf-v6-screen-reader">{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="pf-v6-c-table__tbody">
          {items.map((item) => (
            <Row
              key={ids.get(look.rowKey(item))}
              item={item}
              isChosen={selection?.isChosen(item) ?? false}
              look={look}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TABLE = 'pf-v6-c-table pf-m-grid-lg pf-m-compact';

interface ColumnHeadProps extends Pick<RowsProps<never>, 'sort' | 'onSort'> {
  readonly column: Pick<Column<never>, 'title' | 'sortBy' | 'isAmount'>;
}

/** The header of a column; if sortable, a button that sorts ascending first, then descending. */
function ColumnHead({ column: { title, sortBy, isAmount }, sort, onSort }: ColumnHeadProps) {
  const className = css('pf-v6-c-table__th pf-m-nowrap', isAmount && 'gpulease-amount');
  if (!sortBy || !onSort)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  const isUp = sort === sortBy;
  const isDown = sort === `-${sortBy}`;
  const isSorted = isUp || isDown;
  return (
    <th
      scope="col"
      className={css(className, 'pf-v6-c-table__sort', isSorted && 'pf-m-selected')}
      {...(isSorted && { 'aria-sort': isUp ? 'ascending' : 'descending' })}
    >
      <button
        type="button"
        className="pf-v6-c-table__button"
        onClick={() => onSort(isUp ? `-${sortBy}` : sortBy)}
      >
        <div className="pf-v6-c-table__button-content">
          <span className="pf-v6-c-table__text">{title}</span>
          <span className="pf-v6-c-table__sort-indicator">
            {isUp ? <LongArrowAltUpIcon /> : isDown ? <LongArrowAltDownIcon /> : <ArrowsAltVIcon />}
          </span>
        </div>
      </button>
    </th>
  );
}

/** Returns the items and the look of the rows, memoized. */
function useRowsToDraw<T>(props: RowsProps<T>) {
  const { items, columns, rowKey, rowName = rowKey, rowEnd, selection, isStale = false } = props;
  const onChoose = selection?.choose;
  const look = useMemo<SharedRowProps<T>>(() => {
    const isStatement = columns.some(({ onCard }) => onCard === 'end');
    return { columns, isStatement, rowKey, rowName, rowEnd, onChoose };
  }, [columns, rowKey, rowName, rowEnd, onChoose]);
  return useMemo(() => ({ items, look, wasStale: isStale }), [items, look, isStale]);
}

function SelectAll<T>({
  items,
  selection,
}: Pick<RowsProps<T>, 'items'> & { readonly selection: Selection<T> }) {
  const { t } = useTranslation();
  const id = useId();
  const { length } = selection.chosen;
  return (
    <Checkbox
      id={id}
      aria-label={t('table.chooseAll')}
      isChecked={length > 0 && length === items.length}
      onChange={() => selection.choose(items, length < items.length)}
    />
  );
}

const SKELETON_ROWS = 6;

export function SkeletonRows<T>({ columns, title }: Pick<RowsProps<T>, 'columns' | 'title'>) {
  const { t } = useTranslation();
  return (
    <table role="grid" aria-label={title} aria-busy className={TABLE}>
      <thead className="pf-v6-c-table__thead">
        <tr className="pf-v6-c-table__tr">
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="pf-v6-c-table__tbody">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <tr key={row} className="pf-v6-c-table__tr">
            {columns.map(({ key, title: columnTitle }, column) => (
              <td key={key} data-label={columnTitle} className="pf-v6-c-table__td">
                {/* Announced once, not in every cell. */}
                <Skeleton {...(row + column === 0 && { screenreaderText: t('common.loading') })} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
