import { useWords } from '../../i18n/words.ts';
import './overview.css';
import type { Need, Overview } from '@gpulease/contract/overview';
import { alarmPath, alarmSeverity, alarmText } from '@gpulease/contract/alarm-texts';
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import { Button, Content, Flex, FlexItem, Icon } from '@patternfly/react-core';
import { RhUiErrorFillIcon, RhUiWarningFillIcon } from '@patternfly/react-icons';
import { useState } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../browser/clock.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useCatalogueCause } from '../catalogue/causes.ts';
import { ListCard } from './list-card.tsx';

const SHOWN = 5;

export function NeedsCard({ needs }: Overview) {
  const { t } = useWords();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? needs : needs.slice(0, SHOWN);
  const more = {
    key: 'more',
    content: (
      <Button isInline variant="link" onClick={() => setWhole(true)}>
        {t('overview.allNeeds', { count: needs.length })}
      </Button>
    ),
  };
  return (
    <ListCard
      title={t('overview.needs')}
      total={needs.length}
      none={<InlineAlert isPlain variant="success" title={t('overview.allWell')} />}
      rows={[
        ...shown.map((need) => ({
          key: [need.kind, need.parameters.area, need.subject].join(' '),
          content: <NeedRow need={need} />,
        })),
        ...(shown.length < needs.length ? [more] : []),
      ]}
    />
  );
}

function NeedRow({ need }: { readonly need: Need }) {
  const { t, format } = useWords();
  const language = useLanguage();
  const causeOf = useCatalogueCause();
  const { condition, acknowledgedBy, since } = need;
  const severity = alarmSeverity[need.kind];
  const isCritical = severity === 'CRITICAL';
  // Recomputed each time the list is loaded.
  const lasted = serverNow() - Date.parse(since);
  const time = format.hours(lasted / HOUR_MS);
  const details = [
    condition && causeOf(condition).text,
    lasted < MINUTE_MS ? t('overview.justNow') : t('overview.lasts', { time }),
    acknowledgedBy !== null && t('overview.lookedAfter', { username: acknowledgedBy }),
  ];
  return (
    <Flex gap={{ default: 'gapSm' }} flexWrap={{ default: 'nowrap' }}>
      <FlexItem>
        <Icon isInline status={isCritical ? 'danger' : 'warning'}>
          {isCritical ? <RhUiErrorFillIcon /> : <RhUiWarningFillIcon />}
        </Icon>
        <span className="pf-v6-screen-reader">{t(`overview.severity.${severity}`)}</span>
      </FlexItem>
      <FlexItem flex={{ default: 'flex_1' }} className="gpulease-need">
        <TextLink to={alarmPath(need)}>{alarmText(need, language)}</TextLink>
        <Content component="small">{details.filter(Boolean).join(' · ')}</Content>
      </FlexItem>
    </Flex>
  );
}
