import type { Workload } from '@gpulease/contract/workloads';
import { Button, Flex, FlexItem } from '@patternfly/react-core';
import { PencilAltIcon } from '@patternfly/react-icons';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { isChangeable, type Setting, type WorkloadProps } from '../workload.ts';

const SettingDialog = lazyDialog(async () => (await import('./setting-dialog.tsx')).SettingDialog);

interface EditSettingProps {
  readonly setting: Setting;
  readonly workload: Workload;
  /** The button's text if the setting is empty. */
  readonly text?: string;
}

export function EditSetting({ setting, workload, text }: EditSettingProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        isInline
        variant="link"
        icon={text === undefined && <PencilAltIcon />}
        aria-label={text ?? t(`setting.title.${setting}`)}
        onClick={() => setOpen(true)}
      >
        {text ?? t('common.edit')}
      </Button>
      {isOpen && <SettingDialog setting={setting} workload={workload} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SettingValueProps extends WorkloadProps, Pick<EditSettingProps, 'setting'> {
  readonly children: ReactNode;
}

/** The value of a setting, with a button to change it if that is possible. */
export function SettingValue({ console, workload, setting, children }: SettingValueProps) {
  if (!isChangeable(console, workload)) return children;
  return (
    <Flex>
      <FlexItem>{children}</FlexItem>
      <EditSetting setting={setting} workload={workload} />
    </Flex>
  );
}
