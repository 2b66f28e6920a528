/** Alarms, which operators see and acknowledge. */
import * as alarms from '../alarms.ts';
import { forOperator, pagesOf } from './operation.ts';

export const alarmOperations = {
  listAlarms: forOperator('GET /admin/alarms', pagesOf(alarms.alarm, alarms.alarmQuery)),
  acknowledgeAlarm: forOperator('POST /admin/alarms/:id/acknowledge', {
    params: alarms.alarmParams,
    response: alarms.alarm,
    audit: 'ACKNOWLEDGE_ALARM',
  }),
};
