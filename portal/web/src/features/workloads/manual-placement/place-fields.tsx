/** Fields for an operator's choice of a machine's address, port and start. */
import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '../../../ui/form/options.ts';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { PortField, SelectField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';

export function AddressField({ addresses }: Pick<WorkloadPlan, 'addresses'>) {
  const { t } = useTranslation();
  if (addresses.length === 0)
    return <FixedField label={t('workload.ipAddress')} value={t('schedule.balancedAddress')} />;
  return (
    <SelectField
      isRequired
      name="ipAddress"
      label={t('workload.ipAddress')}
      options={optionsOf(addresses, (value) => value)}
    />
  );
}

export function SshPortField({ portRange }: Pick<WorkloadPlan, 'portRange'>) {
  const { t } = useTranslation();
  const field = { isRequired: true, name: 'sshPort', label: t('workload.sshPort') };
  if (portRange === null) return <PortField {...field} help={t('schedule.sshPortHelp')} />;
  const { first, last } = portRange;
  const range = t('form.range', { min: first, max: last });
  return (
    <PortField
      {...field}
      help={t('schedule.sshPortRange', { first, last })}
      messages={{ outOfRange: range, port: range }}
    />
  );
}

export function StartTimeField({ isOfTerm, help }: { readonly isOfTerm: boolean; readonly help: string }) {
  const { t } = useTranslation();
  const label = t('schedule.startTime');
  if (isOfTerm) return <FixedField label={label} value={t('schedule.reservedStart')} />;
  return <InstantField isRequired name="startTime" label={label} help={help} />;
}

type NodeChoice = Pick<WorkloadPlan['nodes'][number], 'name' | 'gpuModel' | 'freeGpus' | 'gpuNumber'>;

export function nodeLabel({ name, gpuModel, freeGpus, gpuNumber }: NodeChoice, t: TFunction): string {
  if (gpuModel === null) return name;
  return `${name} · ${t('schedule.gpus', { model: gpuModel, free: freeGpus, total: gpuNumber })}`;
}
