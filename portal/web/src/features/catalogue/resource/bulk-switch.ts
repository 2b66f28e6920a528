/** Which of several objects can be switched to a state at once. Pure. */
import type { ManagedItem, ResourceKind, Toggle } from './resource-kind.ts';
import { isEndOfMaintenance } from './status-dialog.tsx';

/** The switches that a list offers for several objects: none where the kind says nothing of several. */
export function togglesOf({ status }: ResourceKind): readonly Toggle[] {
  if (!status?.ofSeveral) return [];
  const statuses = status.statuses as readonly Toggle[];
  return statuses.includes('maintenance') ? [...statuses, 'maintained'] : statuses;
}

export function statusOf(toggle: Toggle): string {
  return toggle === 'maintained' ? 'active' : toggle;
}

/** Git's objects change in Git alone. */
export function canSwitch(toggle: Toggle, item: ManagedItem): boolean {
  const status = statusOf(toggle);
  if (item.managedBy || item.status === status) return false;
  return isEndOfMaintenance(status, item) === (toggle === 'maintained');
}
