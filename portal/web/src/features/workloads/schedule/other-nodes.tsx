import { choosableFits } from '@gpulease/contract/enums';
import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import { DescriptionList, ExpandableSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Fact } from '../../../ui/fact.tsx';
import { TextLink } from '../../../ui/links.tsx';

/** How many are listed one by one. */
const SHOWN = 10;

interface OtherNodesProps {
  readonly plan: WorkloadPlan;
  readonly region: string;
}

/** Why the other nodes of the region cannot be used. */
export function OtherNodes({ plan: { nodes }, region }: OtherNodesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const unfit = nodes.filter(({ fit }) => !choosableFits.includes(fit));
  if (unfit.length === 0) return null;
  return (
    <ExpandableSection toggleText={t('schedule.otherNodes', { count: unfit.length })} isIndented>
      <DescriptionList isCompact isHorizontal isFluid>
        {unfit.slice(0, SHOWN).map(({ name, fit, message }) => (
          <Fact key={name} term={name}>
            {language === 'en' && message ? message : t(`nodeFit.${fit}`)}
          </Fact>
        ))}
      </DescriptionList>
      {unfit.length > SHOWN && (
        <TextLink to={`/admin/nodes?region=${encodeURIComponent(region)}`}>
          {t('schedule.moreNodes', { count: unfit.length - SHOWN })}
        </TextLink>
      )}
    </ExpandableSection>
  );
}
