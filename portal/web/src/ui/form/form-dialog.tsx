import type { FieldValues } from 'react-hook-form';
import { Dialog } from '../dialog.tsx';
import { ResourceForm, type ResourceFormProps } from './resource-form.tsx';

interface FormDialogProps<In extends FieldValues, Out> extends Omit<ResourceFormProps<In, Out>, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A short form in a dialog, for what needs no page of its own. */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const { title, onClose, ...form } = props;
  return (
    <Dialog title={title} variant="medium" onClose={onClose}>
      <ResourceForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
