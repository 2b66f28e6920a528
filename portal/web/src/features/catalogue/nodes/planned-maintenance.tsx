import type { Node } from '@gpulease/contract/catalogue';
import { Button, Content, Flex, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { MachineFates } from './machine-fates.tsx';
import { MaintenanceProgress } from './maintenance-progress.tsx';
import { CancelPlanDialog, PlanDialog } from './plan-dialogs.tsx';
import { plannedOn } from './plan.ts';
import { StoppedNotice } from './stopped-notice.tsx';

interface PlannedMaintenanceProps {
  readonly node: Node;
}

/** The maintenance of a node: what is planned, what plans, changes and cancels it, how far it is, and what it does to each machine. */
export function PlannedMaintenance({ node }: PlannedMaintenanceProps) {
  const plan = plannedOn(node);
  const isBegun = node.status === 'maintenance';
  return (
    <>
      <PageSection hasBodyWrapper={false}>
        <Stack hasGutter>
          <StoppedNotice item={node} />
          <StackItem>
            <Plan node={node} />
          </StackItem>
          {node.managedBy === null && <PlanButtons node={node} />}
          {isBegun && <MaintenanceProgress node={node.name} />}
        </Stack>
      </PageSection>
      {/* Without a plan it shows what one would do as it is offered. */}
      <MachineFates node={node.name} startsAfterwards={plan?.startAfterwards ?? !isBegun} />
    </>
  );
}

function Plan({ node }: PlannedMaintenanceProps) {
  const { t, format } = useWords();
  const plan = plannedOn(node);
  if (plan === undefined) return <Content component="p">{t('plan.none')}</Content>;
  const [start, end] = [plan.startTime, plan.endTime].map(format.dateTime);
  return (
    <>
      <Content component="p">{t('plan.window', { start, end })}</Content>
      <Content component="p">{plan.reason}</Content>
      <Content component="p">{t(plan.startAfterwards ? 'plan.starts' : 'plan.startsNothing')}</Content>
    </>
  );
}

function PlanButtons({ node }: PlannedMaintenanceProps) {
  const { t } = useWords();
  const [asked, setAsked] = useState<'plan' | 'cancel'>();
  const close = () => setAsked(undefined);
  const isPlanned = plannedOn(node) !== undefined;
  const isBegun = node.status === 'maintenance';
  return (
    <Flex>
      {(isPlanned || !isBegun) && (
        <Button variant="secondary" onClick={() => setAsked('plan')}>
          {t(isPlanned ? 'plan.change' : 'plan.put')}
        </Button>
      )}
      {isPlanned && !isBegun && (
        <Button variant="link" isDanger onClick={() => setAsked('cancel')}>
          {t('plan.cancel')}
        </Button>
      )}
      {asked === 'plan' && <PlanDialog node={node} onClose={close} />}
      {asked === 'cancel' && <CancelPlanDialog node={node} onClose={close} />}
    </Flex>
  );
}
