import { Button, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../actions-menu.tsx';
import type { Selection } from './selection.ts';

export interface BulkAction<T> {
  readonly key: string;
  readonly title: string;
  readonly isDanger?: boolean;
  readonly isAllowed: (item: T) => boolean;
  /** Receives all ticked items, including those that do not allow the action; `clear` unticks them. */
  readonly onClick: (items: readonly T[], clear: () => void) => void;
}

interface BulkMenuProps<T> {
  readonly actions: readonly BulkAction<T>[];
  readonly selection: Selection<T>;
}

/** The number of ticked items and their actions; at the bottom of the window on phones, so that no row moves. */
export function BulkMenu<T>({ actions, selection: { chosen, clear } }: BulkMenuProps<T>) {
  const { t } = useTranslation();
  if (chosen.length === 0) return null;
  const text = t('table.chosen', { count: chosen.length });
  return (
    <ToolbarGroup className="gpulease-bulk">
      <ToolbarItem>
        <ActionsMenu
          text={text}
          label={text}
          actions={actions.map(({ isAllowed, onClick, ...action }) => ({
            ...action,
            isDisabled: !chosen.some(isAllowed),
            onClick: () => onClick(chosen, clear),
          }))}
        />
      </ToolbarItem>
      <ToolbarItem alignSelf="center">
        <Button isInline variant="link" onClick={clear}>
          {t('table.unchoose')}
        </Button>
      </ToolbarItem>
    </ToolbarGroup>
  );
}
