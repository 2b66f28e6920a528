import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import { BulkResults } from '../../../ui/bulk-results.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useEach } from '../../../ui/use-each.ts';
import { useNames } from '../../../ui/use-names.ts';
import { canSwitch, statusOf } from './bulk-switch.ts';
import { ConfirmSwitch } from './confirm-switch.tsx';
import type { ManagedItem, ResourceKind, Toggle } from './resource-kind.ts';
import { isOpening } from './status-dialog.tsx';
import { namesOf } from './words.ts';

interface BulkSwitchDialogProps {
  readonly kind: ResourceKind;
  readonly toggle: Toggle;
  /** All that are ticked; those that cannot be switched are left alone. */
  readonly items: readonly ManagedItem[];
  /** Called when it was done, whatever came of it. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before several objects are switched to another state, each under the version that is listed, and says what came of each. */
export function BulkSwitchDialog({ kind, toggle, items, onDone, onClose }: BulkSwitchDialogProps) {
  const { t } = useTranslation();
  const [acted] = useState(() => items.filter((item) => canSwitch(toggle, item)));
  const { run, outcomes, isBusy, stop } = useSwitchOfEach(kind);
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
  const Asking = kind.status?.ofSeveral?.[toggle] ?? ConfirmSwitch;
  return (
    <Asking
      title={t(`several.ask.${toggle}`, { count, ...namesOf({ t }, kind.area) })}
      label={
        isBusy ? t('bulk.progress', { done: outcomes?.length ?? 0, count }) : t(`catalogue.toggle.${toggle}`)
      }
      items={acted}
      isBusy={isBusy}
      isDanger={!isOpening(statusOf(toggle))}
      before={<Before {...{ kind, toggle, items, acted }} />}
      onSwitch={async (more) => {
        await run(acted, { status: statusOf(toggle), ...more });
        onDone();
      }}
      onClose={isBusy ? stop : onClose}
    />
  );
}

interface BeforeProps extends Pick<BulkSwitchDialogProps, 'kind' | 'toggle' | 'items'> {
  readonly acted: readonly ManagedItem[];
}

/** Which objects are switched, what that does, and which of those that are ticked are left alone. */
function Before({ kind, toggle, items, acted }: BeforeProps) {
  const { t } = useTranslation();
  const listed = useNames();
  const namesIn = (some: readonly ManagedItem[]) => listed(some.map(({ name }) => name));
  const skipped = items.filter((item) => !acted.includes(item));
  return (
    <Content>
      <p>{namesIn(acted)}</p>
      <p>{t(`several.consequence.${toggle}.${kind.area as 'nodes'}`)}</p>
      {skipped.length > 0 && (
        <p>{t('several.skipped', { count: skipped.length, names: namesIn(skipped) })}</p>
      )}
    </Content>
  );
}

/** Switches one object after the other; `run` is given the state that all of them get. */
function useSwitchOfEach(kind: ResourceKind) {
  const each = useEach<ManagedItem>();
  const change = useAction(asOperation(kind.status?.operation), {
    refreshes: [kind.operations.list, kind.operations.get],
  });
  return {
    ...each,
    run: (items: readonly ManagedItem[], body: object) =>
      each.run(items, ({ name, etag }) =>
        change.run({ params: { name }, body, ifMatch: etag } as unknown as AnyInput),
      ),
  };
}
