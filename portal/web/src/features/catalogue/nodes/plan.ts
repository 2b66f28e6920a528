import type { Node } from '@gpulease/contract/catalogue';

interface Plan {
  readonly reason: string;
  readonly noticeSeconds: number;
  readonly startTime: string;
  readonly endTime: string;
  readonly startAfterwards: boolean;
}

/** The maintenance that is planned for a node, if that is not over. */
export function plannedOn({ maintenance }: Pick<Node, 'maintenance'>, now = new Date()): Plan | undefined {
  if (!maintenance?.startTime || !maintenance.endTime || new Date(maintenance.endTime) <= now)
    return undefined;
  const { startTime, endTime, ...rest } = maintenance;
  return { ...rest, startTime, endTime };
}
