import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import { BulkResults } from '../../../ui/bulk-results.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useEach } from '../../../ui/use-each.ts';
import { useNames } from '../../../ui/use-names.ts';
import { namesOf, type ManagedItem, type ResourceKind, type Toggle } from './resource-kind.ts';
import { canSwitch, ConfirmSwitch, isOpening, statusOf } from './status-dialog.tsx';

interface BulkSwitchDialogProps {
  readonly kind: ResourceKind;
  readonly toggle: Toggle;
  /** All selected objects. Skips those that cannot be switched. */
  readonly items: readonly ManagedItem[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, switches each object at its listed version, and reports the result of each. */
export function BulkSwitchDialog({ kind, toggle, items, onDone, onClose }: BulkSwitchDialogProps) {
  const { t } = useTranslation();
  const [acted] = useState(() => items.filter((item) => canSwitch(toggle, item)));
  const { run, outcomes, isBusy, stop } = useEach<ManagedItem>();
  const { operation, ofSeveral = {} } = kind.status ?? {};
  const change = useAction(asOperation(operation), {
    refreshes: [kind.operations.list, kind.operations.get],
  });
  const listed = useNames();
  const namesIn = (some: readonly ManagedItem[]) => listed(some.map(({ name }) => name));
  if (outcomes && !isBusy)
    return (
      <BulkResults
        title={(counts) => t('several.results', { action: t(`catalogue.toggle.${toggle}`), ...counts })}
        outcomes={outcomes}
        untouched={acted.slice(outcomes.length)}
        nameOf={({ name }) => name}
        sentences={{
          done: (names) => t('several.done', { names }),
          untouched: (names) => t('several.untouched', { names }),
        }}
        onClose={onClose}
      />
    );
  const { length: count } = acted;
  const skipped = items.filter((item) => !acted.includes(item));
  const { length: done } = outcomes ?? [];
  const Asking = ofSeveral[toggle] ?? ConfirmSwitch;
  return (
    <Asking
      title={t(`several.ask.${toggle}`, { count, ...namesOf(t, kind.area) })}
      confirmLabel={isBusy ? t('bulk.progress', { done, count }) : t(`catalogue.toggle.${toggle}`)}
      items={acted}
      isBusy={isBusy}
      isDanger={!isOpening(statusOf(toggle))}
      before={
        <Content>
          <p>{namesIn(acted)}</p>
          <p>{t(`several.consequence.${toggle}.${kind.area as 'nodes'}`)}</p>
          {skipped.length > 0 && (
            <p>{t('several.skipped', { count: skipped.length, names: namesIn(skipped) })}</p>
          )}
        </Content>
      }
      onSwitch={async (more) => {
        const body = { status: statusOf(toggle), ...more };
        await run(acted, ({ name, etag }) =>
          change.run({ params: { name }, body, ifMatch: etag } as unknown as AnyInput),
        );
        onDone();
      }}
      onClose={isBusy ? stop : onClose}
    />
  );
}
