import type { Node } from '@gpulease/contract/catalogue';
import { nodeChange, nodeCreation } from '@gpulease/contract/catalogue-editing';
import { nodeStatuses } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { fleetTab } from '../resource/fleet-tab.tsx';
import type { Words } from '../../../i18n/words.ts';
import { Tags } from '../resource/labels.tsx';
import { defineResource, detail, operationsOf } from '../resource/resource-kind.ts';
import { NONE } from '../../../ui/form/reference-field.tsx';
import { TextLink } from '../../../ui/links.tsx';
import {
  ActivationDialog,
  MaintenanceDialog,
  BulkEndMaintenance,
  BulkMaintenance,
} from '../nodes/maintenance-dialogs.tsx';
import { DeviceTiles } from '../nodes/device-tiles.tsx';
import { Devices } from '../nodes/devices.tsx';
import { NodeCapacity } from '../nodes/node-capacity.tsx';
import { NodeFields } from '../nodes/node-fields.tsx';
import { plannedOn, PlannedMaintenance } from '../nodes/planned-maintenance.tsx';
import { Quarantine } from '../nodes/quarantine.tsx';
import { ReturnNotice } from '../nodes/return-notice.tsx';
import { StoppedNotice } from '../nodes/stopped-notice.tsx';
import { selectFilter, statusFilter } from '../../../ui/table/filter-kinds.ts';
import { NO_VALUE } from '../../../ui/table/column.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { UnregisteredHosts } from '../nodes/unregistered-hosts.tsx';

const MB_PER_GIB = 1_024;

export const nodes = defineResource({
  area: 'nodes',
  operations: operationsOf('Node', 'listNodes'),
  creation: nodeCreation,
  change: nodeChange,
  status: {
    look: 'node',
    statuses: nodeStatuses,
    operation: 'setNodeStatus',
    sortBy: 'status',
    dialogs: { active: ActivationDialog, maintenance: MaintenanceDialog },
    ofSeveral: { maintenance: BulkMaintenance, maintained: BulkEndMaintenance },
  },
  properties: ({ t, format }) => [
    column(
      'region',
      t('workload.region'),
      ({ region }) => <TextLink to={`/admin/regions/${region}`}>{region}</TextLink>,
      { sortBy: 'region' },
    ),
    column('gpus', t('catalogue.gpusFree'), (node) => gpusOf(node, t), { sortBy: 'freeGpus' }),
    column('cpu', t('catalogue.cpu'), ({ resources }) => resources.cpu),
    column(
      'memory',
      t('catalogue.machineMemory'),
      ({ resources }) => format.gib(resources.memory / MB_PER_GIB),
      { isNarrow: true },
    ),
    detail('storage', t('node.storage'), ({ resources }) => format.gib(resources.storage)),
    textColumn('workloads', t('navigation.admin.workloads'), { sortBy: 'workloads' }),
    column('faultRate', t('node.faultRate'), (node) => faultRateOf(node, { t, format }), {
      sortBy: 'faultsPerGpuMonth',
      isExtra: true,
    }),
    column('skus', t('navigation.admin.skus'), ({ skus }) => (
      <Tags tags={skus} label={t('navigation.admin.skus')} />
    )),
    { ...textColumn('description', t('catalogue.description')), isDetail: true },
    detail('nodeName', t('node.nodeName'), ({ name, nodeName }) => nodeName ?? name),
    detail('sharing', t('node.sharing'), ({ sharing }) => t(`node.sharings.${sharing}`)),
    column('maintenance', t('node.maintenance'), (node) => maintenanceOf(node, { t, format })),
    detail('reliability', t('node.reliability'), ({ reliability }) =>
      t('node.reliabilityWords', reliability),
    ),
    detail('gpuCheck', t('gpuCheck.title'), ({ gpuCheck }) => gpuCheckOf(gpuCheck, { t, format })),
    detail('tags', t('catalogue.tags'), ({ tags }) => <Tags tags={tags} />),
  ],
  filters: ({ t }) => [
    statusFilter('node', nodeStatuses, t),
    { kind: 'typeahead', name: 'region', label: t('workload.region'), operation: 'listRegions' },
    { kind: 'typeahead', name: 'gpu', label: t('sku.gpu'), operation: 'listGpus' },
    selectFilter('attention', t('node.attention'), ['true'], () => t('overview.nodes')),
  ],
  Fields: NodeFields,
  initial: {
    description: null,
    region: '',
    nodeName: null,
    resources: { cpu: null, memory: null, storage: null, gpuModel: '', gpuNumber: 1 },
    skus: [],
    sharing: 'SHARED',
    tags: [],
  },
  toValues: ({ resources }) => ({ resources: { ...resources, gpuModel: resources.gpuModel ?? NONE } }),
  toBody: ({ resources, ...values }) => ({
    ...values,
    resources: resourcesOf(resources as { readonly gpuModel: string }),
  }),
  detailsPath: ({ region, name }) => `/admin/nodes/${region}/${name}`,
  Notice: Notices,
  Summary: DeviceTiles,
  ListNotice: UnregisteredHosts,
  tabs: (node, { t }) => {
    const hasGpus = node.resources.gpuModel !== null;
    return [
      { key: 'capacity', title: t('node.capacity'), content: <NodeCapacity node={node} /> },
      { key: 'maintenance', title: t('plan.title'), content: <PlannedMaintenance node={node} /> },
      fleetTab(t, { kind: 'node', name: node.name, hasGpus }),
      ...(hasGpus
        ? [
            { key: 'devices', title: t('device.title'), content: <Devices node={node} /> },
            { key: 'quarantine', title: t('quarantine.title'), content: <Quarantine node={node} /> },
          ]
        : []),
    ];
  },
  usedBy: [{ operation: 'listAllWorkloads', by: 'node' }],
});

function Notices(props: { readonly item: Node }) {
  return (
    <>
      <ReturnNotice {...props} />
      <StoppedNotice {...props} />
    </>
  );
}

/** The window or notice of a planned or current maintenance, with its reason; null without one. */
function maintenanceOf(node: Node, { t, format }: Words): string | null {
  const plan = plannedOn(node);
  const [start, end] = [plan?.startTime, plan?.endTime].map((time) => time && format.dayAndHour(time));
  if (plan !== undefined) return `${t('plan.window', { start, end })} · ${plan.reason}`;
  const { maintenance, status } = node;
  if (maintenance === null || status !== 'maintenance') return null;
  return `${maintenance.reason} · ${format.duration(maintenance.noticeSeconds)}`;
}

function gpusOf({ resources, freeGpus, quarantine }: Node, t: TFunction): string {
  if (resources.gpuModel === null) return '–';
  const gpus = `${resources.gpuModel} ${freeGpus}/${resources.gpuNumber}`;
  const count = quarantine.reduce((sum, { gpuNumber }) => sum + gpuNumber, 0);
  return count === 0 ? gpus : `${gpus} · ${t('quarantine.some', { count })}`;
}

function faultRateOf({ reliability }: Node, { t, format }: Words): string {
  const { faultsPerGpuMonth, failedStarts: count } = reliability;
  const rate = faultsPerGpuMonth === null ? NO_VALUE : format.rate(faultsPerGpuMonth);
  return count === 0 ? rate : t('node.withFailedStarts', { rate, count });
}

function gpuCheckOf(gpuCheck: Node['gpuCheck'], { t, format }: Words): string | null {
  if (gpuCheck === null) return null;
  const { due, checkedAt, suspects, ...found } = gpuCheck;
  const said = [
    checkedAt !== null && t('gpuCheck.found', { time: format.dateTime(checkedAt), ...found }),
    due !== null && t(`gpuCheck.due.${due}`),
    ...suspects.map(({ name, xid, at }) => {
      const time = format.dateTime(at);
      return xid === null ? t('gpuCheck.reported', { name, time }) : t('gpuCheck.xid', { name, xid, time });
    }),
  ];
  return said.filter((words) => words !== false).join(' · ');
}

function resourcesOf(resources: { readonly gpuModel: string }) {
  return resources.gpuModel === NONE ? { ...resources, gpuModel: null, gpuNumber: 0 } : resources;
}
