import { css } from '@patternfly/react-styles';
import { ArrowsAltVIcon, LongArrowAltDownIcon, LongArrowAltUpIcon } from '@patternfly/react-icons';
import type { Column } from './column.ts';

interface ColumnHeadProps {
  readonly column: Pick<Column<never>, 'title' | 'sortBy' | 'isAmount'>;
  /** The current sort order, with a leading `-` for descending. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
}

const HEAD = 'pf-v6-c-table__th pf-m-nowrap';

/** The head of a column; a button if the list can be sorted by it: first ascending, then descending. */
export function ColumnHead({ column: { title, sortBy, isAmount }, sort, onSort }: ColumnHeadProps) {
  const className = css(HEAD, isAmount && 'gpulease-amount');
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
