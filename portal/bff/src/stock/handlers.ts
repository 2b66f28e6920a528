/** The operations on users' stock alerts. */
import type { stockOperations } from '@gpulease/contract/operations/notices';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { createStockAlert, deleteStockAlert, listStockAlerts } from './alerts.ts';

export function stockHandlers(parts: {
  readonly database: Database;
  readonly catalogue: Catalogue;
}): Handlers<typeof stockOperations> {
  const { database } = parts;
  return {
    listStockAlerts: ({ query }, { caller }) => listStockAlerts(database, caller.id, query),
    createStockAlert: ({ body }, { caller }) => createStockAlert(parts, caller.id, body),
    async deleteStockAlert({ params }, { caller }) {
      await deleteStockAlert(database, caller.id, params.id);
      return undefined;
    },
  };
}
