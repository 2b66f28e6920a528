import type { workloadSchedule, WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { useState } from 'react';
import { serverNow } from '../../../browser/clock.ts';
import { useMergedSave } from '../../../ui/form/use-save.ts';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { choiceSchema } from './choice-schema.ts';

type Schedule = z.output<typeof workloadSchedule>;

/** An operator's choice for a machine. It outlives its fields, which are unmounted while it is applied. */
export function useChoice(
  plan: WorkloadPlan,
  refetch: () => Promise<{ readonly data: WorkloadPlan | undefined }>,
) {
  const [schema] = useState(() => choiceSchema(plan, () => new Date(serverNow())));
  const form = useResourceForm<FieldValues, Schedule>(schema, valuesOf(plan), asChosen);
  const merged = useMergedSave({ item: plan, refetch, valuesOf }, form);
  // The choice itself also changes the plan; only a rejected version indicates another user's change.
  const [isOvertaken, setOvertaken] = useState(false);
  return {
    form,
    isOvertaken,
    /** Returns undefined if another user's change must be reviewed first. */
    save: async <Answer>(send: (ifMatch: string) => Promise<Answer>) => {
      const saved = await merged.save(send);
      setOvertaken(saved === undefined);
      return saved;
    },
  };
}

function valuesOf({ node, ipAddress, sshPort, ports, http, startTime }: WorkloadPlan): FieldValues {
  return { node: node ?? '', ipAddress, sshPort: sshPort ?? undefined, ports, http, startTime, reason: '' };
}

function asChosen(values: FieldValues): FieldValues {
  const { ipAddress = null, http = null, startTime = null } = values as Record<string, unknown>;
  return { ...values, ipAddress, http, startTime };
}
