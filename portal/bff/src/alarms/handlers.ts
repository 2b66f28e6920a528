import type { alarmOperations } from '@gpulease/contract/operations/alarms';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { acknowledgeAlarm, listAlarms } from './list.ts';

/** Handlers for operators' alarms. */
export function alarmHandlers(database: Database, clock: Clock): Handlers<typeof alarmOperations> {
  return {
    listAlarms: ({ query }) => listAlarms(database, query),
    acknowledgeAlarm: ({ params: { id } }, { caller: { username } }) =>
      acknowledgeAlarm(database, id, { username, now: clock.now() }),
  };
}
