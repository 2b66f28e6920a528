import { Card, CardBody, CardTitle, Content, DescriptionList } from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { WhenFundsEnd } from '../../../ui/disk-rules.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Money, Price } from '../../../ui/money.tsx';

/** The wallet: balance, holds and how long it lasts. */
export function BalanceCard() {
  const { t, format } = useWords();
  const { data } = useApi('getBalance');
  if (!data) return null;
  return (
    <Card>
      <CardTitle component="h2">{t('balance.title')}</CardTitle>
      <CardBody>
        <DescriptionList isCompact isHorizontal isFluid>
          <Fact term={t('balance.balance')}>
            <Money amount={data.balance} />
          </Fact>
          <Fact term={t('balance.held')}>
            <Money amount={data.held} />
          </Fact>
          <Fact term={t('balance.accrued')}>
            <Money amount={data.accrued} />
          </Fact>
          <Fact term={t('balance.available')}>
            <Money amount={data.available} />
          </Fact>
          <Fact term={t('balance.burn')}>
            <Price price={data.burnPerHour} unit="HOUR" />
          </Fact>
          <Fact term={t('balance.runway')}>
            {data.runwayHours === null ? t('balance.idle') : format.hours(data.runwayHours)}
          </Fact>
        </DescriptionList>
      </CardBody>
      <CardBody>
        <Content component="small">
          <WhenFundsEnd />
        </Content>
      </CardBody>
    </Card>
  );
}
