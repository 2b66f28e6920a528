import { Button, ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../actions-menu.tsx';
import type { Selection } from './selection.ts';

/** What can be done with several items at once. */
export interface BulkAction<T> {
  readonly key: string;
  readonly title: string;
  readonly isDanger?: boolean;
  readonly isAllowed: (item: T) => boolean;
  /** Given all that are ticked, also those that it is not allowed for; `clear` unticks them. */
  readonly onClick: (items: readonly T[], clear: () => void) => void;
}

interface BulkMenuProps<T> {
  readonly actions: readonly BulkAction<T>[];
  readonly selection: Selection<T>;
}

/** Where there is no room beside the filters. */
const onPhones = { default: 'visible', md: 'hidden' } as const;

/**
 * How many items are ticked, and what can be done with them. As long as none is it only keeps its place on a phone, where the
 * list would move away from under the finger.
 */
export function BulkMenu<T>({ actions, selection: { chosen, clear } }: BulkMenuProps<T>) {
  const { t } = useTranslation();
  const isNone = chosen.length === 0;
  const shown = isNone ? { visibility: onPhones } : {};
  const text = t('table.chosen', { count: chosen.length });
  return (
    <>
      <ToolbarItem {...shown}>
        <ActionsMenu
          text={text}
          label={text}
          isDisabled={isNone}
          actions={actions.map(({ isAllowed, onClick, ...action }) => ({
            ...action,
            isDisabled: !chosen.some(isAllowed),
            onClick: () => onClick(chosen, clear),
          }))}
        />
      </ToolbarItem>
      <ToolbarItem alignSelf="center" {...shown}>
        <Button isInline variant="link" isDisabled={isNone} onClick={clear}>
          {t('table.unchoose')}
        </Button>
      </ToolbarItem>
    </>
  );
}
