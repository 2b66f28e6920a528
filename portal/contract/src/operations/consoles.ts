/** The consoles of machines. */
import * as operated from '../operated-workloads.ts';
import * as workloads from '../workloads.ts';
import { noContent } from '../common.ts';
import { forOwner, forOperator } from './operation.ts';

const ofOne = { params: workloads.workloadParams, kind: 'socket', response: noContent } as const;
const ofAny = { params: workloads.anyWorkloadParams, kind: 'socket', response: noContent } as const;

export const consoleOperations = {
  createConsoleTicket: forOwner('POST /workloads/:name/console-tickets', {
    params: workloads.workloadParams,
    body: workloads.consoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
    limit: 'consoleTickets',
    audit: 'OPEN_CONSOLE',
  }),
  openConsole: forOwner('GET /workloads/:name/console', ofOne),
  openVnc: forOwner('GET /workloads/:name/vnc', ofOne),
  createAnyConsoleTicket: forOperator('POST /admin/workloads/:user/:name/console-tickets', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedConsoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
    limit: 'consoleTickets',
    audit: 'OPEN_CONSOLE',
  }),
  openAnyConsole: forOperator('GET /admin/workloads/:user/:name/console', ofAny),
  openAnyVnc: forOperator('GET /admin/workloads/:user/:name/vnc', ofAny),
};
