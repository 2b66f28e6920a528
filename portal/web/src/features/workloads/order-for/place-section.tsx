import type { AdminRegion, Node } from '@gpulease/contract/catalogue';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWholeList } from '../../../api/whole-list.ts';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { choicesFailure } from '../../../ui/form/choices-failure.tsx';
import { SelectField } from '../../../ui/form/inputs.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { HttpHostInputs } from '../settings/http-host-field.tsx';
import { PortsField } from '../settings/ports-field.tsx';
import { AddressField, nodeLabel, SshPortField, StartTimeField } from '../manual-placement/place-fields.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { placeIn, type OrderForCustomerInput } from './order-for-customer.ts';

interface PlaceSectionProps {
  readonly region: AdminRegion | undefined;
  /** A reserved term determines the start. */
  readonly isOfTerm: boolean;
}

export function PlaceSection({ region, isOfTerm }: PlaceSectionProps) {
  const { t } = useTranslation();
  usePlaceOf(region);
  return (
    <Section title={t('orderFor.place')}>
      <NodeField />
      <AddressField addresses={region?.addresses ?? []} />
      <SshPortField portRange={region?.nodePorts ?? null} />
      <PortsField help={t('orderFor.portsHelp')} />
      <HostField domain={region?.httpDomain ?? null} />
      <StartTimeField isOfTerm={isOfTerm} help={t('schedule.startTimeHelp')} />
      <ReasonField help={t('explained.forUser')} />
    </Section>
  );
}

/** Adapts the address and host to the region. */
function usePlaceOf(region: AdminRegion | undefined): void {
  const { getValues, setValue } = useFormContext<OrderForCustomerInput>();
  useEffect(() => {
    if (!region) return;
    const { ipAddress, http } = placeIn(region, getValues());
    setValue('ipAddress', ipAddress);
    setValue('http', http);
  }, [region, getValues, setValue]);
}

function NodeField() {
  const { t } = useTranslation();
  const { watch } = useFormContext<OrderForCustomerInput>();
  const [region, sku] = watch(['region', 'sku']);
  const query = { region, sku, status: 'active' } as const;
  const nodes = useWholeList('listNodes', query, { enabled: region !== '' && sku !== '' });
  useValidNode(nodes.data);
  return (
    <SelectField
      isRequired
      name="node"
      label={t('workload.node')}
      help={choicesFailure(nodes)}
      placeholder={t(nodes.data?.length === 0 ? 'schedule.noNode' : 'schedule.chooseNode')}
      options={(nodes.data ?? []).map(({ name, resources, freeGpus }) => ({
        value: name,
        label: nodeLabel({ name, freeGpus, ...resources }, t),
      }))}
    />
  );
}

/** Clears a node that was chosen for another region or SKU. */
function useValidNode(nodes: readonly Node[] | undefined): void {
  const { getValues, setValue } = useFormContext<OrderForCustomerInput>();
  useEffect(() => {
    const chosen = getValues('node');
    if (nodes && chosen !== '' && !nodes.some(({ name }) => name === chosen)) setValue('node', '');
  }, [nodes, getValues, setValue]);
}

function HostField({ domain }: { readonly domain: string | null }) {
  const { t } = useTranslation();
  const label = t('workload.httpHostUrl');
  if (domain === null) return <FixedField label={label} value={t('order.noHttp')} />;
  return <HttpHostInputs label={label} help={t('order.httpHelp', { domain })} />;
}
