import { nodeLossChoices, resumeModes } from '@gpulease/contract/enums';
import { workloadChange, type Workload, type WorkloadChange } from '@gpulease/contract/workloads';
import { Content } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { queryKey, useApi } from '../../../api/queries.ts';
import { useHttpDomain } from '../../offers/queries.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { StaleForm } from '../../../ui/form/stale-form.tsx';
import { useMergedSave } from '../../../ui/form/use-save.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { RadioField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { AutoStopField } from '../auto-stop/auto-stop-field.tsx';
import { usualAutoStop, visibleAutoStop, type AutoStopInput } from '../auto-stop/auto-stop.ts';
import { freePort, PortsField } from './ports-field.tsx';
import { HttpHostField, proposedHost, type HttpHost } from './http-host-field.tsx';
import type { Setting } from '../workload.ts';
import { SshKeysField } from '../ssh-keys/ssh-keys-field.tsx';

interface SettingDialogProps {
  readonly setting: Setting;
  readonly workload: Workload;
  readonly onClose: () => void;
}

export function SettingDialog({ setting, workload, onClose }: SettingDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { name, region } = workload;
  const domain = useHttpDomain(region);
  const { refetch } = useApi('getWorkload', { params: { name } });
  const change = useAction('updateWorkload', {
    refreshes: ['listWorkloads', 'listWorkloadEvents'],
    done: t('setting.saved', { name }),
    onDone: onClose,
  });
  const valuesOf = (latest: Workload) => present(latest, setting, domain);
  const form = useResourceForm<FieldValues, WorkloadChange>(
    workloadChange,
    valuesOf(workload),
    bodyOf[setting],
  );
  const { isOvertaken, save } = useMergedSave({ item: workload, refetch, valuesOf }, form);
  return (
    <FormDialog
      form={form}
      title={t(`setting.title.${setting}`)}
      submitLabel={t('common.save')}
      onClose={onClose}
      onSubmit={async (body) => {
        const changed = await save((ifMatch) => change.run({ params: { name }, ifMatch, body }));
        if (changed) client.setQueryData(queryKey('getWorkload', { params: { name } }), changed);
      }}
    >
      {isOvertaken && <StaleForm title={t('catalogue.overtaken')} />}
      <SettingField setting={setting} workload={workload} />
    </FormDialog>
  );
}

const bodyOf: Readonly<Partial<Record<Setting, (values: FieldValues) => FieldValues>>> = {
  // A removed host is sent as null, which the form omits.
  http: (values) => ({ http: null, ...values }),
  autoStop: ({ autoStop }) => ({ autoStop: visibleAutoStop(autoStop as AutoStopInput) }),
};

function present(workload: Workload, setting: Setting, domain: string | null | undefined) {
  const { ports, authorizedKeys, resume, onNodeLoss, autoStop, name } = workload;
  const mappings = ports.map(({ protocol, port, targetPort }) => ({ protocol, port, targetPort }));
  // If there are no ports, the dialog was opened to add one.
  if (mappings.length === 0) mappings.push({ protocol: 'TCP', port: freePort(), targetPort: freePort() });
  // The same applies to the host.
  const http = workload.http ?? (domain ? proposedHost(name, domain) : null);
  return {
    ports: { ports: mappings },
    http: { http },
    authorizedKeys: { authorizedKeys },
    resume: { resume },
    onNodeLoss: { onNodeLoss },
    autoStop: { autoStop: { ...usualAutoStop, ...autoStop } },
  }[setting];
}

function SettingField({ setting, workload }: Pick<SettingDialogProps, 'setting' | 'workload'>) {
  const { t } = useTranslation();
  if (setting === 'http') return <HostField workload={workload} />;
  if (setting === 'ports') return <PortsField isTitled help={t('setting.help.ports')} />;
  if (setting === 'authorizedKeys') return <SshKeysField isTitled help={t('setting.help.authorizedKeys')} />;
  if (setting === 'autoStop') {
    const { pricing, resources, measuresGpus } = workload;
    const about = { hasGpu: resources.gpuNumber > 0, isMeasured: measuresGpus };
    return <AutoStopField isTitled isReserved={pricing.mode === 'RESERVED'} about={about} />;
  }
  const options =
    setting === 'onNodeLoss'
      ? optionsOf(nodeLossChoices, (value) => t(`onNodeLoss.${value}`))
      : optionsOf(resumeModes, (value) => t(`resume.${value}`));
  return <RadioField isTitled name={setting} label={t(`workload.${setting}`)} options={options} />;
}

function HostField({ workload: { name, region, http } }: Pick<SettingDialogProps, 'workload'>) {
  const { t } = useTranslation();
  const { watch, setValue } = useFormContext<{ http: HttpHost | null }>();
  // If the region no longer serves hosts, an existing one can still be removed.
  const domain = useHttpDomain(region) ?? http?.host.replace(/^[^.]*\./, '') ?? '';
  return (
    <>
      <Content component="p">{t('setting.help.http')}</Content>
      <HttpHostField
        label={t('workload.httpHost')}
        domain={domain}
        name={name}
        isOn={watch('http') !== null}
        onChange={(value) => setValue('http', value ?? null, { shouldDirty: true })}
      />
    </>
  );
}
