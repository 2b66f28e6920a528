import './overview.css';
import type { Overview } from '@gpulease/contract/overview';
import { Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/links.tsx';
import { Scrolling } from '../../ui/scrolling.tsx';
import { NO_VALUE } from '../../ui/table/column.ts';
import { TitledCard } from '../../ui/titled-card.tsx';

type Gpus = Overview['gpus'][number];

export function FreeGpusCard({ gpus }: Overview) {
  const { t } = useTranslation();
  const title = t('overview.freeGpus');
  const regions = namesOf(gpus, ({ region }) => region);
  const byModel = Map.groupBy(gpus, ({ model }) => model);
  return (
    <TitledCard isCompact title={title}>
      {gpus.length === 0 ? (
        <Content component="p">{t('overview.noGpus')}</Content>
      ) : (
        <Scrolling label={title}>
          <Table aria-label={title} variant="compact" gridBreakPoint="">
            <Thead>
              <Tr>
                <Th>{t('sku.gpu')}</Th>
                {regions.map((region) => (
                  <Th key={region}>{region}</Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {namesOf(gpus, ({ model }) => model).map((model) => (
                <Tr key={model}>
                  <Th scope="row">{model}</Th>
                  {regions.map((region) => {
                    const there = byModel.get(model)?.find((one) => one.region === region);
                    return there ? <Free key={region} {...there} /> : <Td key={region}>{NO_VALUE}</Td>;
                  })}
                </Tr>
              ))}
            </Tbody>
          </Table>
        </Scrolling>
      )}
    </TitledCard>
  );
}

/** GPUs that are neither allocated nor free belong to nodes that accept no machines. */
function Free({ region, model, total, allocated, free }: Gpus) {
  const { t } = useTranslation();
  const rest = total - allocated - free;
  return (
    <Td className={`gpulease-heat gpulease-heat-${shadeOf(free, total)}`}>
      <TextLink to={`/admin/nodes?region=${encodeURIComponent(region)}&gpu=${encodeURIComponent(model)}`}>
        <strong>{free}</strong> / {total}
        <span className="pf-v6-screen-reader"> {t('overview.freeOf', { model, region })}</span>
      </TextLink>
      {rest > 0 && <small>{t('overview.gpusUnavailable', { rest })}</small>}
    </Td>
  );
}

/** 0: none free; 1: up to a tenth; 2: up to a third; 3: more. */
function shadeOf(free: number, total: number): number {
  if (free === 0) return 0;
  const share = free / total;
  if (share <= 0.1) return 1;
  return share <= 1 / 3 ? 2 : 3;
}

function namesOf(gpus: readonly Gpus[], nameOf: (of: Gpus) => string): string[] {
  return [...new Set(gpus.map(nameOf))].sort();
}
