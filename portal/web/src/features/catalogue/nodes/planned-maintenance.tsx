import type { Node } from '@gpulease/contract/catalogue';
import { Button, Content, Flex, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../resource/words.ts';
import { AffectedMachines } from './affected-machines.tsx';
import { CancelPlanDialog, PlanDialog } from './plan-dialogs.tsx';
import { plannedOn } from './plan.ts';
import { StoppedNotice } from './stopped-notice.tsx';

/** The maintenance that is planned for a node, whom it concerns, and what plans, changes and cancels it; and those whom the last one stopped. */
export function PlannedMaintenance({ node }: { readonly node: Node }) {
  const { t, format } = useWords();
  const [asked, setAsked] = useState<'plan' | 'cancel'>();
  const close = () => setAsked(undefined);
  const plan = plannedOn(node);
  const isBegun = node.status === 'maintenance';
  return (
    <Stack hasGutter>
      <StoppedNotice item={node} />
      {plan === undefined ? (
        <StackItem>
          <Content component="p">{t('plan.none')}</Content>
        </StackItem>
      ) : (
        <StackItem>
          <Content component="p">
            {t('plan.window', { start: format.dateTime(plan.startTime), end: format.dateTime(plan.endTime) })}
          </Content>
          <Content component="p">{plan.reason}</Content>
          <AffectedMachines node={node.name} />
        </StackItem>
      )}
      {node.managedBy === null && (
        <StackItem>
          <Flex>
            {(plan !== undefined || !isBegun) && (
              <Button variant="secondary" onClick={() => setAsked('plan')}>
                {t(plan === undefined ? 'plan.put' : 'plan.change')}
              </Button>
            )}
            {plan !== undefined && !isBegun && (
              <Button variant="link" isDanger onClick={() => setAsked('cancel')}>
                {t('plan.cancel')}
              </Button>
            )}
          </Flex>
        </StackItem>
      )}
      {asked === 'plan' && <PlanDialog node={node} onClose={close} />}
      {asked === 'cancel' && <CancelPlanDialog node={node} onClose={close} />}
    </Stack>
  );
}
