import type { Overview } from '@gpulease/contract/overview';
import { Content, Flex, Progress, Stack, StackItem } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/links.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { ListCard } from './list-card.tsx';

/** GPU usage by region and model, fullest first: used, free and unavailable. */
export function GpusCard({ gpus }: Overview) {
  const { t } = useTranslation();
  const fullestFirst = [...gpus]
    .sort((one, other) => shareInUse(other) - shareInUse(one))
    .map((gpu) => ({ ...gpu, text: textOf(gpu, t) }));
  return (
    <TitledCard isCompact title={t('overview.gpus')}>
      <Stack hasGutter>
        {fullestFirst.map(({ region, model, total, allocated, free, text }) => (
          <StackItem key={`${region} ${model}`}>
            <Flex gap={{ default: 'gapSm' }}>
              <TextLink
                to={`/admin/nodes?region=${encodeURIComponent(region)}&gpu=${encodeURIComponent(model)}`}
              >
                {region} · {model}
              </TextLink>
              {free === 0 && <StatusLabel kind="availability" status="NONE" />}
            </Flex>
            <Progress
              size="sm"
              measureLocation="none"
              aria-label={`${region} · ${model}`}
              value={allocated}
              max={Math.max(total, 1)}
              valueText={text}
              helperText={text}
            />
          </StackItem>
        ))}
      </Stack>
    </TitledCard>
  );
}

/** SKUs that are sold out in a region. */
export function SoldOutCard({ soldOut }: Overview) {
  const { t } = useTranslation();
  return (
    <ListCard
      title={t('overview.soldOut')}
      total={soldOut.total}
      to="/admin/skus?soldOut=true"
      none={t('overview.allAvailable')}
      rows={soldOut.items.map(({ sku, region }) => ({
        key: `${region} ${sku}`,
        content: (
          <>
            <TextLink to={`/admin/skus/${encodeURIComponent(sku)}`}>{sku}</TextLink>
            <Content component="small">{region}</Content>
          </>
        ),
      }))}
    />
  );
}

type Gpu = Overview['gpus'][number];

/** GPUs that are neither used nor free belong to nodes that take no machines. */
function textOf({ total, allocated, free }: Gpu, t: TFunction): string {
  const inUse = t('overview.gpusInUse', { allocated, total, free });
  const rest = total - allocated - free;
  return rest > 0 ? `${inUse} · ${t('overview.gpusUnavailable', { rest })}` : inUse;
}

function shareInUse({ total, allocated }: Gpu): number {
  return allocated / Math.max(total, 1);
}
