import { Button } from '@patternfly/react-core';
import { ColumnsIcon } from '@patternfly/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../lazy-dialog.tsx';
import type { useShownColumns } from './shown-columns.ts';
import type { Column } from './column.ts';

const ColumnsDialog = lazyDialog(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);

interface ColumnsButtonProps<T> {
  readonly columns: readonly Column<T>[];
  readonly state: Pick<ReturnType<typeof useShownColumns>, 'hidden' | 'change'>;
}

export function ColumnsButton<T>({ columns, state }: ColumnsButtonProps<T>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={<ColumnsIcon />} onClick={() => setOpen(true)}>
        {t('table.columns')}
      </Button>
      {isOpen && (
        <ColumnsDialog
          columns={columns}
          hidden={state.hidden}
          onSave={state.change}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
