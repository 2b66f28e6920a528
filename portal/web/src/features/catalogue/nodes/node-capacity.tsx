import type { Node } from '@gpulease/contract/catalogue';
import { Content, PageSection, Stack, StackItem, Title } from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { column } from '../../../ui/table/column-kinds.tsx';
import { NO_VALUE } from '../../../ui/table/column.ts';
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
  readonly free: number;
}

const units = { cpu: '', memory: ' MB', storage: ' GB', gpus: '' } as const;

export function NodeCapacity({ node }: { readonly node: Node }) {
  const { t, format } = useWords();
  const lines = useLines(node);
  const amount = (value: number | undefined, resource: Resource) =>
    value === undefined ? NO_VALUE : `${format.number(value)}${units[resource]}`;
  if (!node.capacity)
    return (
      <PageSection hasBodyWrapper={false}>
        <Content component="p">{t('node.notCounted')}</Content>
      </PageSection>
    );
  return (
    <PageSection hasBodyWrapper={false}>
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
              ...(['declared', 'actual', 'usable', 'free'] as const).map((key) =>
                column(key, t(`node.${key}`), (line: Line) => amount(line[key], line.resource), {
                  isAmount: true,
                }),
              ),
            ]}
          />
        </StackItem>
      </Stack>
    </PageSection>
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
    .map((resource) => {
      const usable = capacity?.[resource] ?? 0;
      const held = allocated?.[resource] ?? 0;
      const free = Math.max(usable - held, 0);
      return { resource, declared: declared[resource], actual: actual[resource], usable, held, free };
    });
}
