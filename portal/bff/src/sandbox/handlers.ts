import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';

/** Lists the messages that the sandbox has "sent". */
export function sandboxHandlers(database: Database): Pick<AllHandlers, 'listSandboxMessages'> {
  return {
    async listSandboxMessages({ query }) {
      let select = database.selectFrom('sandbox_message').selectAll();
      if (query.recipient) select = select.where('recipient', '=', query.recipient);
      const page = await selectPage(database, select, query, newestFirst('sandbox_message'));
      return mapPage(page, ({ created_at: at, ...message }) => ({ ...message, createdAt: at.toISOString() }));
    },
  };
}
