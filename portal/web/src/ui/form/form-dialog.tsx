import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Dialog } from '../dialog.tsx';
import { LeaveQuestion } from '../leave-question.tsx';
import { ResourceForm, type ResourceFormProps } from './resource-form.tsx';

interface FormDialogProps<In extends FieldValues, Out> extends Omit<ResourceFormProps<In, Out>, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A short form in a dialog. Escape asks before it drops edits. */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const { title, onClose, ...form } = props;
  const [isLeaving, setLeaving] = useState(false);
  const { isDirty } = props.form.formState;
  if (isLeaving) return <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />;
  return (
    <Dialog title={title} onClose={() => (isDirty ? setLeaving(true) : onClose())}>
      <ResourceForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
