import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { SwitchOfSeveralProps } from './resource-kind.ts';

interface ConfirmSwitchProps extends SwitchOfSeveralProps {
  /** What else there is to say. */
  readonly children?: ReactNode;
}

/** Asks before several objects are switched where nothing is to be filled in. */
export function ConfirmSwitch(props: ConfirmSwitchProps) {
  const { title, label, before, isBusy, isDanger, onSwitch, onClose, children } = props;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isBusy={isBusy}
      isDanger={isDanger}
      onConfirm={() => onSwitch({})}
      onClose={onClose}
    >
      {before}
      {children}
    </ConfirmDialog>
  );
}
