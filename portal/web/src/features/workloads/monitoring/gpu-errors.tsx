import type { SessionConsole } from '@gpulease/contract/enums';
import type { GpuError } from '@gpulease/contract/workload-metrics';
import { List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useFormat } from '../../../i18n/format.ts';

interface GpuErrorsProps {
  readonly console: SessionConsole;
  readonly errors: readonly GpuError[];
}

/** What the drivers in the guest report of its GPUs, in words, and what a customer does about it. */
export function GpuErrors({ console, errors }: GpuErrorsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const variant = errors.every(({ kind }) => kind === 'ECC_CORRECTED') ? 'info' : 'warning';
  return (
    <InlineAlert variant={variant} component="h2" title={t('monitoring.gpuErrors')}>
      <List>
        {errors.map(({ kind, gpu, value, at }) => (
          <ListItem key={`${kind} ${gpu}`}>
            {t(`monitoring.gpuError.${kind}`, { gpu, value, time: format.minute(at) })}
          </ListItem>
        ))}
      </List>
      {t('monitoring.gpuErrorsMean')}{' '}
      {console === 'user' && t('monitoring.gpuErrorsReport', { action: t('reportGpu.action') })}
    </InlineAlert>
  );
}
