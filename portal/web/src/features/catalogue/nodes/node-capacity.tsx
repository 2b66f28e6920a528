import type { Node } from '@gpulease/contract/catalogue';
import { Content, Stack, StackItem, Title } from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { column } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { UsageBar } from '../../../ui/usage-bar.tsx';

type Amounts = NonNullable<Node['capacity']>;
type Resource = keyof Amounts;

interface Line {
  readonly resource: Resource;
  readonly declared: number;
  /** The allocatable resources of the cluster's Node, if reported. */
  readonly actual: number | undefined;
  readonly usable: number;
  readonly held: number;
}

const units = { cpu: '', memory: ' MB', storage: ' GB', gpus: '' } as const;

/** The declared, actual and allocated resources of a node. */
export function NodeCapacity({ node }: { readonly node: Node }) {
  const { t, format } = useWords();
  const lines = useLines(node);
  const amount = (value: number, resource: Resource) => `${format.number(value)}${units[resource]}`;
  if (!node.capacity) return <Content component="p">{t('node.notCounted')}</Content>;
  return (
    <Stack hasGutter>
      {lines.map(({ resource, usable, held }) => (
        <UsageBar
          key={resource}
          title={t(`node.resource.${resource}`)}
          used={held}
          most={Math.max(usable, 1)}
          text={t('node.held', { held: amount(held, resource), usable: amount(usable, resource) })}
        />
      ))}
      <StackItem>
        <Title headingLevel="h2" size="lg">
          {t('node.declaredAndActual')}
        </Title>
        <Rows
          title={t('node.declaredAndActual')}
          items={lines}
          rowKey={({ resource }) => resource}
          columns={[
            column('resource', t('node.resourceName'), ({ resource }: Line) =>
              t(`node.resource.${resource}`),
            ),
            column(
              'declared',
              t('node.declared'),
              ({ declared, resource }: Line) => amount(declared, resource),
              { isAmount: true },
            ),
            column(
              'actual',
              t('node.actual'),
              ({ actual, resource }: Line) => (actual === undefined ? '–' : amount(actual, resource)),
              { isAmount: true },
            ),
            column('usable', t('node.usable'), ({ usable, resource }: Line) => amount(usable, resource), {
              isAmount: true,
            }),
            column(
              'free',
              t('node.free'),
              ({ usable, held, resource }: Line) => amount(Math.max(usable - held, 0), resource),
              { isAmount: true },
            ),
          ]}
        />
      </StackItem>
    </Stack>
  );
}

function useLines({ name, nodeName, resources, capacity, allocated }: Node): Line[] {
  const coreName = nodeName ?? name;
  const query = { search: coreName, pageSize: 100 };
  const { data } = useApi('listClusterNodes', { query });
  const core = data?.items.find((one) => one.name === coreName);
  const declared: Amounts = { ...resources, gpus: resources.gpuNumber };
  const gpus = core?.gpus.find(({ gpu }) => gpu === resources.gpuModel)?.count ?? 0;
  const actual: Partial<Amounts> = core ? { ...core.allocatable, gpus } : {};
  const all: readonly Resource[] = ['cpu', 'memory', 'storage', 'gpus'];
  return all
    .filter((resource) => resource !== 'gpus' || resources.gpuModel !== null)
    .map((resource) => ({
      resource,
      declared: declared[resource],
      actual: actual[resource],
      usable: capacity?.[resource] ?? 0,
      held: allocated?.[resource] ?? 0,
    }));
}
