/** The consoles of machines. */
import * as operated from '../operated-workloads.ts';
import * as workloads from '../workloads.ts';
import { noContent } from '../common.ts';
import { forOwner, forOperator } from './operation.ts';

export const consoleOperations = {
  createConsoleTicket: forOwner('POST /workloads/:name/console-tickets', {
    params: workloads.workloadParams,
    body: workloads.consoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
    limit: 'consoleTickets',
    audit: 'OPEN_CONSOLE',
  }),
  openConsole: forOwner('GET /workloads/:name/console', {
    params: workloads.workloadParams,
    kind: 'socket',
    response: noContent,
  }),
  openVnc: forOwner('GET /workloads/:name/vnc', {
    params: workloads.workloadParams,
    kind: 'socket',
    response: noContent,
  }),
  createAnyConsoleTicket: forOperator('POST /admin/workloads/:user/:name/console-tickets', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedConsoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
    limit: 'consoleTickets',
    audit: 'OPEN_CONSOLE',
  }),
  openAnyConsole: forOperator('GET /admin/workloads/:user/:name/console', {
    params: workloads.anyWorkloadParams,
    kind: 'socket',
    response: noContent,
  }),
  openAnyVnc: forOperator('GET /admin/workloads/:user/:name/vnc', {
    params: workloads.anyWorkloadParams,
    kind: 'socket',
    response: noContent,
  }),
};
