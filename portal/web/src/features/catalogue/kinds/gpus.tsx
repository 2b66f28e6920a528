import { gpuChange, gpuCreation } from '@gpulease/contract/catalogue-editing';
import { useTranslation } from 'react-i18next';
import { fleetTab } from '../resource/fleet-tab.tsx';
import { defineResource, detail, operationsOf } from '../resource/resource-kind.ts';
import { TextLine } from './inputs.tsx';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { QuantityField } from '../../../ui/form/quantity-field.tsx';

function GpuFields() {
  const { t } = useTranslation();
  return (
    <>
      <TextLine isRequired name="vendor" label={t('catalogue.vendor')} example="NVIDIA" />
      <TextLine isRequired name="model" label={t('catalogue.model')} example="A100 80GB PCIe" />
      <QuantityField isRequired name="memory" label={t('catalogue.memory')} unit="GiB" />
      <TextLine
        isRequired
        name="deviceName"
        label={t('gpu.deviceName')}
        help={t('gpu.deviceNameHelp')}
        example="nvidia.com/GA100_A100_PCIE_80GB"
      />
      <TextLine
        name="pciVendorSelector"
        label={t('gpu.pciVendorSelector')}
        help={t('gpu.pciVendorSelectorHelp')}
        example="10DE:20B5"
      />
    </>
  );
}

export const gpus = defineResource({
  area: 'gpus',
  operations: operationsOf('Gpu', 'listGpus'),
  creation: gpuCreation,
  change: gpuChange,
  properties: ({ t, format }) => [
    textColumn('vendor', t('catalogue.vendor'), { sortBy: 'vendor' }),
    textColumn('model', t('catalogue.model'), { sortBy: 'model' }),
    column('memory', t('catalogue.memory'), ({ memory }) => format.gib(memory), {
      sortBy: 'memory',
      isNarrow: true,
    }),
    column('free', t('catalogue.free'), ({ free, total }) => `${free}/${total}`),
    textColumn('nodes', t('navigation.admin.nodes')),
    textColumn('skus', t('navigation.admin.skus')),
    detail('deviceName', t('gpu.deviceName'), ({ deviceName }) => <code>{deviceName}</code>),
    detail(
      'pciVendorSelector',
      t('gpu.pciVendorSelector'),
      ({ pciVendorSelector }) => pciVendorSelector && <code>{pciVendorSelector}</code>,
    ),
  ],
  filters: () => [],
  Fields: GpuFields,
  initial: { vendor: null, model: null, memory: null, deviceName: null, pciVendorSelector: null },
  tabs: ({ name }, { t }) => [fleetTab(t, { kind: 'gpu', name, hasGpus: true })],
  usedBy: [
    { operation: 'listNodes', by: 'gpu' },
    { operation: 'listSkus', by: 'gpu' },
  ],
});
