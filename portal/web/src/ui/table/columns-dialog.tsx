import { Button, Checkbox, Content, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';
import type { Column } from './column.ts';

interface ColumnsDialogProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'title' | 'isFixed' | 'isExtra'>[];
  readonly hidden: readonly string[];
  readonly onSave: (hidden: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ columns, hidden: before, onSave, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(before);
  const toggle = (key: string, isShown: boolean) =>
    setHidden(isShown ? hidden.filter((other) => other !== key) : [...hidden, key]);
  const standard = columns.filter(({ isExtra }) => isExtra).map(({ key }) => key);
  return (
    <Dialog
      title={t('table.columns')}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onSave(hidden);
              onClose();
            }}
          >
            {t('common.save')}
          </Button>
          <Button variant="link" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <Stack hasGutter>
        <StackItem>
          <Content component="p">{t('table.columnsHelp')}</Content>
          <Button isInline variant="link" onClick={() => setHidden(standard)}>
            {t('table.columnsReset')}
          </Button>
        </StackItem>
        {columns.map(({ key, title, isFixed = false }) => (
          <Checkbox
            key={key}
            id={`column-${key}`}
            label={title}
            isDisabled={isFixed}
            isChecked={isFixed || !hidden.includes(key)}
            onChange={(_, isShown) => toggle(key, isShown)}
          />
        ))}
      </Stack>
    </Dialog>
  );
}
