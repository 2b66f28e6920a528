import type { Overview } from '@gpulease/contract/admin';
import { Card, CardBody, CardTitle, Flex, Progress, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';

/** Use of the fleet by region and model, the fullest first; what is sold out says so. */
export function GpusCard({ gpus }: Overview) {
  const { t } = useTranslation();
  const fullestFirst = [...gpus].sort((one, other) => shareInUse(other) - shareInUse(one));
  return (
    <Card isCompact isFullHeight>
      <CardTitle component="h2">{t('overview.gpus')}</CardTitle>
      <CardBody>
        <Stack hasGutter>
          {fullestFirst.map(({ region, model, total, allocated, free }) => (
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
                measureLocation="outside"
                aria-label={`${region} · ${model}`}
                value={allocated}
                max={Math.max(total, 1)}
                label={t('overview.gpusInUse', { allocated, total })}
                valueText={t('overview.gpusInUse', { allocated, total })}
              />
            </StackItem>
          ))}
        </Stack>
      </CardBody>
    </Card>
  );
}

function shareInUse({ total, allocated }: Overview['gpus'][number]): number {
  return allocated / Math.max(total, 1);
}
