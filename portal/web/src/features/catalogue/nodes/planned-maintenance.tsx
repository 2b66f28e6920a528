import type { Node } from '@gpulease/contract/catalogue';
import { maintenancePlan } from '@gpulease/contract/catalogue-editing';
import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content, Flex, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useWholeList } from '../../../api/whole-list.ts';
import { useWords } from '../../../i18n/words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { CheckboxField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { column, linkColumn, statusColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { UsageBar } from '../../../ui/usage-bar.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { workloadPath } from '../../../ui/workload-path.ts';
import { maintenanceOutcome } from '../../workloads/maintenance-outcome.ts';
import { nameIn, rowKeyOf } from '../../workloads/workload.ts';
import { AffectedMachines } from './affected-machines.tsx';
import { ReasonAndNotice } from './maintenance-dialogs.tsx';
import { maintenanceProgress } from './maintenance-effect.ts';
import { StoppedNotice } from './stopped-notice.tsx';
import { useNodeChange } from './use-node-change.ts';

/** Returns a node's planned maintenance; undefined if there is none or it is over. */
export function plannedOn({ maintenance }: Pick<Node, 'maintenance'>, now = new Date()) {
  if (!maintenance?.startTime || !maintenance.endTime || new Date(maintenance.endTime) <= now)
    return undefined;
  const { startTime, endTime, ...rest } = maintenance;
  return { ...rest, startTime, endTime };
}

interface NodeProps {
  readonly node: Node;
}

/** The maintenance of a node: the plan, buttons to change it, its progress and its effect on each machine. */
export function PlannedMaintenance({ node }: NodeProps) {
  const { t, format } = useWords();
  const plan = plannedOn(node);
  const isBegun = node.status === 'maintenance';
  const [start, end] = [plan?.startTime, plan?.endTime].map((time) => time && format.dateTime(time));
  return (
    <>
      <PageSection hasBodyWrapper={false}>
        <Stack hasGutter>
          <StoppedNotice item={node} />
          <StackItem>
            <Content component="p">{plan ? t('plan.window', { start, end }) : t('plan.none')}</Content>
            {plan && (
              <>
                <Content component="p">{plan.reason}</Content>
                <Content component="p">
                  {t(plan.startAfterwards ? 'plan.starts' : 'plan.startsNothing')}
                </Content>
              </>
            )}
          </StackItem>
          {node.managedBy === null && <PlanButtons node={node} />}
          {isBegun && <Progress node={node} />}
        </Stack>
      </PageSection>
      {/* Without a plan, shows the effect of a plan with the default settings. */}
      <MachineOutcomes node={node} startsAfterwards={plan?.startAfterwards ?? !isBegun} />
    </>
  );
}

function PlanButtons({ node }: NodeProps) {
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

interface DialogProps extends NodeProps {
  readonly onClose: () => void;
}

function PlanDialog({ node, onClose }: DialogProps) {
  const { t } = useWords();
  const { change } = useNodeChange('planMaintenance', node, onClose);
  const form = useResourceForm(
    maintenancePlan,
    plannedOn(node) ?? { reason: '', noticeSeconds: 600, startTime: '', endTime: '', startAfterwards: true },
  );
  const startsAfterwards = useWatch({ control: form.control, name: 'startAfterwards' });
  return (
    <FormDialog
      form={form}
      title={t('plan.ask', { name: node.name })}
      submitLabel={t('plan.put')}
      onClose={onClose}
      onSubmit={change}
    >
      <Content component="p">{t('plan.body')}</Content>
      <AffectedMachines node={node.name} startsAfterwards={startsAfterwards === true} />
      <InstantField isRequired name="startTime" label={t('plan.startTime')} help={t('plan.startTimeHelp')} />
      <InstantField isRequired name="endTime" label={t('plan.endTime')} />
      <CheckboxField
        name="startAfterwards"
        label={t('plan.startAfterwards')}
        help={t('plan.startAfterwardsHelp')}
      />
      <ReasonAndNotice noticeHelp={t('plan.noticeHelp')} />
    </FormDialog>
  );
}

function CancelPlanDialog({ node, onClose }: DialogProps) {
  const { t } = useWords();
  const { change, ...state } = useNodeChange('cancelMaintenance', node, onClose);
  return (
    <ConfirmDialog
      title={t('plan.askCancel', { name: node.name })}
      confirmLabel={t('plan.cancel')}
      {...state}
      onClose={onClose}
      onConfirm={() => change()}
    >
      {t('plan.cancelBody')}
    </ConfirmDialog>
  );
}

function Progress({ node: { name } }: NodeProps) {
  const { t } = useWords();
  const { data = [] } = useWholeList('listAllWorkloads', { node: name });
  const { stopped, total, waiting } = maintenanceProgress(data);
  if (total === 0) return null;
  return (
    <StackItem>
      <UsageBar
        title={t('maintenance.stopping')}
        used={stopped}
        most={total}
        text={t('maintenance.progress', { stopped, total })}
        {...(stopped === total && { variant: 'success' as const })}
      />
      {waiting > 0 && <Content component="p">{t('maintenance.waiting', { count: waiting })}</Content>}
    </StackItem>
  );
}

function MachineOutcomes({ node, startsAfterwards }: NodeProps & { readonly startsAfterwards: boolean }) {
  const { t } = useWords();
  const columns: readonly ColumnOf<'listAllWorkloads'>[] = [
    linkColumn('name', t('common.name'), {
      sortBy: 'name',
      pathOf: ({ user, name }: Workload) => workloadPath(user, name),
    }),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />, { sortBy: 'user' }),
    statusColumn('workload', t('common.status'), { sortBy: 'status' }),
    column(
      'fate',
      t('maintenance.fate'),
      (machine) => t(`maintenance.fates.${maintenanceOutcome(machine, startsAfterwards)}`),
      { isProse: true },
    ),
    column('disk', t('maintenance.disk'), ({ diskOnNode }) =>
      t(diskOnNode ? 'maintenance.diskHere' : 'maintenance.diskShared'),
    ),
  ];
  return (
    <ResourceTable
      operation="listAllWorkloads"
      fixed={{ node: node.name }}
      title={t('maintenance.machines')}
      rowKey={rowKeyOf}
      rowName={nameIn('admin')}
      columns={columns}
      empty={{ title: t('maintenance.noMachines'), body: t('maintenance.noMachinesBody') }}
    />
  );
}
