import type { workloadSchedule, WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { useKeptForm } from '../../../session/kept-form.ts';
import { useMergedSave } from '../../../ui/form/use-save.ts';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { choiceSchema } from './choice-schema.ts';

type Schedule = z.output<typeof workloadSchedule>;

/** What an operator chooses for a machine. It outlives its fields, which are gone while it is carried out. */
export interface Choice {
  readonly form: UseFormReturn<FieldValues, unknown, Schedule>;
  /** Somebody has changed the machine meanwhile; what was not chosen by hand is as it is planned now. */
  readonly isOvertaken: boolean;
  /** Answers nothing where it was overtaken and is to be looked at again. */
  readonly save: <Answer>(send: (ifMatch: string) => Promise<Answer>) => Promise<Answer | undefined>;
}

/** A choice that begins with the platform's plan. */
export function useChoice(
  plan: WorkloadPlan,
  refetch: () => Promise<{ readonly data: WorkloadPlan | undefined }>,
): Choice {
  const [schema] = useState(() => choiceSchema(plan, () => new Date(serverNow())));
  const form = useResourceForm<FieldValues, Schedule>(schema, valuesOf(plan), asChosen);
  const merged = useMergedSave({ item: plan, refetch, valuesOf }, form);
  useKeptForm(form, 'dialog');
  // The plan changes with what was chosen, too; somebody else is only where a version was refused.
  const [isOvertaken, setOvertaken] = useState(false);
  return {
    form,
    isOvertaken,
    save: async (send) => {
      const saved = await merged.save(send);
      setOvertaken(saved === undefined);
      return saved;
    },
  };
}

function valuesOf({ node, ipAddress, sshPort, ports, http, startTime }: WorkloadPlan): FieldValues {
  return { node: node ?? '', ipAddress, sshPort: sshPort ?? undefined, ports, http, startTime, reason: '' };
}

/** What may be none is said to be none, where the form leaves it out. */
function asChosen(values: FieldValues): FieldValues {
  const { ipAddress = null, http = null, startTime = null } = values as Record<string, unknown>;
  return { ...values, ipAddress, http, startTime };
}
