import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { column, linkColumn, statusColumn, textColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';

export type UsedBy =
  | { readonly operation: 'listNodes'; readonly by: 'region' | 'sku' | 'gpu' }
  | { readonly operation: 'listSkus'; readonly by: 'gpu' | 'pricing' }
  | {
      readonly operation: 'listAllWorkloads';
      readonly by: 'region' | 'sku' | 'node' | 'image' | 'pricing';
    };

const areas = { listNodes: 'nodes', listSkus: 'skus', listAllWorkloads: 'workloads' } as const;

export function usedByArea({ operation }: UsedBy): (typeof areas)[UsedBy['operation']] {
  return areas[operation];
}

export function usedByTitle(uses: UsedBy, t: TFunction): string {
  return t(`navigation.admin.${usedByArea(uses)}`);
}

export function UsedByTable({ uses, name }: { readonly uses: UsedBy; readonly name: string }) {
  const { t } = useTranslation();
  const table = {
    fixed: { [uses.by]: name },
    title: usedByTitle(uses, t),
    rowKey: ({ name: used }: { readonly name: string }) => used,
    empty: { title: t('catalogue.unused'), body: t('catalogue.unusedBody') },
  };
  switch (uses.operation) {
    case 'listNodes':
      return <ResourceTable operation="listNodes" columns={nodeColumns(t)} {...table} />;
    case 'listSkus':
      return <ResourceTable operation="listSkus" columns={skuColumns(t)} {...table} />;
    case 'listAllWorkloads':
      return (
        <ResourceTable
          operation="listAllWorkloads"
          columns={workloadColumns(t).filter(({ key }) => key !== uses.by)}
          {...table}
          rowKey={({ user, name: used, uid }) => uid ?? `${user}/${used}`}
        />
      );
  }
}

function nodeColumns(t: TFunction): readonly ColumnOf<'listNodes'>[] {
  return [
    linkColumn('name', t('common.name'), {
      pathOf: ({ name, region }) => `/admin/nodes/${region}/${name}`,
      sortBy: 'name',
    }),
    statusColumn('node', t('common.status')),
    column('gpus', t('catalogue.gpusFree'), ({ resources, freeGpus }) =>
      resources.gpuModel === null ? '–' : `${resources.gpuModel} ${freeGpus}/${resources.gpuNumber}`,
    ),
    textColumn('workloads', t('navigation.admin.workloads')),
  ];
}

function skuColumns(t: TFunction): readonly ColumnOf<'listSkus'>[] {
  return [
    linkColumn('name', t('common.name'), { pathOf: ({ name }) => `/admin/skus/${name}`, sortBy: 'name' }),
    textColumn('displayName', t('catalogue.displayName')),
    statusColumn('activity', t('common.status')),
  ];
}

function workloadColumns(t: TFunction): readonly ColumnOf<'listAllWorkloads'>[] {
  return [
    linkColumn('name', t('common.name'), {
      pathOf: ({ user, name }) => `/admin/workloads/${user}/${name}`,
      sortBy: 'name',
    }),
    textColumn('user', t('auth.username'), { sortBy: 'user' }),
    statusColumn('workload', t('common.status')),
    textColumn('node', t('workload.node')),
    column('sku', t('workload.sku'), ({ skuDisplayName, sku }) => skuDisplayName || sku),
  ];
}
