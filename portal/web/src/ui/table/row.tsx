import { Checkbox } from '@patternfly/react-core';
import { css } from '@patternfly/react-styles';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, type Column } from './column.ts';

/** The props shared by the rows of a table. */
export interface SharedRowProps<T> {
  readonly columns: readonly Column<T>[];
  /** Cards look like a bank statement. A `:has` selector instead would make the browser recheck all rows on each key press. */
  readonly isStatement: boolean;
  readonly rowKey: (item: T) => string;
  readonly rowName: (item: T) => string;
  /** The content at the end of a row, such as its menu; reused like cells. */
  readonly rowEnd: ((item: T) => ReactNode) | undefined;
  readonly onChoose: ((items: readonly T[], isChosen: boolean) => void) | undefined;
}

interface RowProps<T> {
  readonly item: T;
  readonly isChosen: boolean;
  readonly look: SharedRowProps<T>;
}

function AnyRow<T>({ item, isChosen, look }: RowProps<T>) {
  const { columns, isStatement, rowKey, rowName, rowEnd, onChoose } = look;
  const { t } = useTranslation();
  return (
    <tr className={css('pf-v6-c-table__tr', isStatement && 'gpulease-card-statement')}>
      {onChoose && (
        <td className="pf-v6-c-table__td gpulease-check">
          <Checkbox
            id={`choose-${rowKey(item)}`}
            aria-label={t('table.choose', { name: rowName(item) })}
            isChecked={isChosen}
            onChange={(_, chosen) => onChoose([item], chosen)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} content={column.render(item)} />
      ))}
      {rowEnd && <td className="pf-v6-c-table__td pf-v6-c-table__action">{rowEnd(item)}</td>}
    </tr>
  );
}

function Cell<T>({ column, content }: { readonly column: Column<T>; readonly content: ReactNode }) {
  const { title, isNarrow, isProse, isAmount, onCard } = column;
  return (
    <td
      data-label={title}
      className={css(
        'pf-v6-c-table__td',
        isNarrow && 'pf-m-nowrap',
        isProse && 'gpulease-prose',
        isAmount && 'gpulease-amount',
        onCard && `gpulease-card-${onCard}`,
        content === NO_VALUE && 'gpulease-card-hidden',
      )}
    >
      {/* A single child: on phones a cell is a grid, which would spread out several. */}
      <div>{content}</div>
    </td>
  );
}

/** One item. Rerenders only if the item, its tick or the look of the rows changes. */
export const Row = memo(AnyRow) as typeof AnyRow;
