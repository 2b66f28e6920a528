import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { ResourceForm, type ResourceFormProps } from './resource-form.tsx';

interface FormDialogProps<In extends FieldValues, Out> extends Omit<ResourceFormProps<In, Out>, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/**
 * A short form in a dialog, for what needs no page of its own. Edits are not dropped by a key: Escape asks first.
 */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const { title, onClose, ...form } = props;
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const { isDirty } = props.form.formState;
  if (isLeaving)
    return (
      <ConfirmDialog
        isDanger
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        onConfirm={() => Promise.resolve(onClose())}
        onClose={() => setLeaving(false)}
      >
        {t('leave.body')}
      </ConfirmDialog>
    );
  return (
    <Dialog title={title} onClose={() => (isDirty ? setLeaving(true) : onClose())}>
      <ResourceForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
