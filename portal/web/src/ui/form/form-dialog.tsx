import type { FieldValues } from 'react-hook-form';
import { useKeptForm } from '../../app/kept-form.ts';
import { Dialog } from '../dialog.tsx';
import { ResourceForm, type ResourceFormProps } from './resource-form.tsx';

interface FormDialogProps<In extends FieldValues, Out> extends Omit<ResourceFormProps<In, Out>, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A short form in a dialog, for what needs no page of its own. Open it with `useKeptState`, and it is open again after a lost session. */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const { title, onClose, ...form } = props;
  useKeptForm(props.form, 'dialog');
  return (
    <Dialog title={title} onClose={onClose}>
      <ResourceForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
