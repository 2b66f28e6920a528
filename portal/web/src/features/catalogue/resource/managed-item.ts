import type { AdminSku } from '@gpulease/contract/catalog';

/** What every object of the catalogue tells operators. */
export type ManagedItem = Pick<
  AdminSku,
  'name' | 'etag' | 'managedBy' | 'deleting' | 'condition' | 'conditions' | 'createdAt' | 'updatedAt'
> & {
  readonly status?: string;
};
