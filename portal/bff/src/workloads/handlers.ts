/** Handlers for quotes and workloads, for customers and operators. */
import type { Page } from '@gpulease/contract/common';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import type { operatedWorkloadOperations, workloadOperations } from '@gpulease/contract/operations/workloads';
import type { Body, Query } from '@gpulease/contract/routes';
import type { Cluster } from '@gpulease/kube';
import { pageOf } from '../lists/page-in-memory.ts';
import type { Quota } from '../orders/quota.ts';
import type { Handlers } from '../http/handler.ts';
import type { Logger } from '../http/logger.ts';
import { mustFindCustomer } from '../identity/users.ts';
import { aboutOwner } from './about-owner.ts';
import { workloadActions, type WorkloadActions } from './actions.ts';
import { workloadEvents } from './events.ts';
import { inspectWorkload } from './inspection.ts';
import { listWorkloads, mustFind, ofUser, presentOne } from './lists.ts';
import type { Viewer, WorkloadName, WorkloadReader } from './lists.ts';
import { readGauges, readMetrics, type MetricsServices } from './metrics/read.ts';
import { orderForCustomer, orderOwn } from './ordering.ts';
import { quote } from '../orders/quotes.ts';
import { queueLength } from './queue.ts';
import { liveWorkloadsOf, type Found } from './sources.ts';
import { notifyOfAdminAction, withNoticeOfAdminAction, type AdminAction } from './notify-of-admin-action.ts';
import { readUsernames } from '../tenants/usernames.ts';

interface WorkloadServices extends WorkloadReader, MetricsServices {
  readonly cluster: Cluster;
  readonly defaultQuota: Quota;
  /** For customers without their own limit. */
  readonly startsPerHour: number;
}

export function workloadHandlers(
  services: WorkloadServices,
): Handlers<typeof workloadOperations & typeof operatedWorkloadOperations> {
  const { startsPerHour: _, ...uncounted } = services;
  return {
    ...customerHandlers(services, workloadActions(services)),
    ...adminHandlers(services, workloadActions(uncounted)),
  };
}

function customerHandlers(
  services: WorkloadServices,
  actions: WorkloadActions,
): Handlers<typeof workloadOperations> {
  const { catalogue, workloads } = services;
  const own = (name: string, caller: { id: string }): WorkloadName => ({ userId: caller.id, name });
  const show = async (found: Promise<Found>) => presentOne(services, await found, { isAdmin: false });
  return {
    createQuote: ({ body }, { caller }) => quoteWithQueue(services, caller.id, body),
    listWorkloads({ query }, { caller }) {
      const wanted = { ...query, user: undefined, node: undefined };
      return listWorkloads(services, wanted, { isAdmin: false, userId: caller.id });
    },
    createWorkload: ({ body }, { caller, transaction }) => orderOwn(services, transaction, caller.id, body),
    getWorkload: ({ params }, { caller }) => show(mustFind(services, own(params.name, caller))),
    updateWorkload: ({ params, body }, { caller, ifMatch }) =>
      show(actions.change(own(params.name, caller), body, ifMatch)),
    async startWorkload({ params, body }, { caller, transaction }) {
      const found = await actions.start(transaction, own(params.name, caller), body);
      return presentOne({ database: transaction, catalogue, workloads }, found, { isAdmin: false });
    },
    stopWorkload: ({ params }, { caller }) => show(actions.stop(own(params.name, caller))),
    restartWorkload: ({ params }, { caller }) => show(actions.restart(own(params.name, caller))),
    async getWorkloadMove({ params }, { caller }) {
      return { refusal: await actions.moveRefusal(own(params.name, caller)) };
    },
    moveWorkload: ({ params }, { caller }) => show(actions.move(own(params.name, caller))),
    destroyWorkload: ({ params, body }, { caller }) => show(actions.destroy(own(params.name, caller), body)),
    listWorkloadEvents: ({ params, query }, { caller }) =>
      listEvents(services, own(params.name, caller), query, { isAdmin: false }),
    async getWorkloadMetrics({ params, query }, { caller }) {
      const { workload } = await mustFind(services, own(params.name, caller));
      return readMetrics(services, workload, query);
    },
    getWorkloadGauges: ({ query }, { caller }) => gaugesOf(services, query.uids, caller.id),
  };
}

/** Returns gauges of one user's workloads, or of anyone's; other requested uids are left out. */
function gaugesOf(services: WorkloadServices, uids: readonly string[], userId?: string) {
  return readGauges(services, liveWorkloadsOf(services.workloads, uids, userId));
}

/** Returns a quote, and the number of waiting orders ahead of it. */
async function quoteWithQueue(services: WorkloadServices, userId: string, body: Body<'createQuote'>) {
  const { workloads, catalogue } = services;
  const queued = queueLength(workloads.store.list(), body, catalogue);
  return { ...(await quote(services, userId, body)), queued };
}

function adminHandlers(
  services: WorkloadServices,
  actions: WorkloadActions,
): Handlers<typeof operatedWorkloadOperations> {
  const { catalogue, workloads } = services;
  const isAdmin = true;
  const any = ofUser(services);
  const show = async (found: Promise<Found>) => presentOne(services, await found, { isAdmin });
  const told = (doing: Promise<Found>, done: AdminAction, log: Logger) =>
    show(withNoticeOfAdminAction({ database: services.database, log }, doing, done));
  return {
    listAllWorkloads: ({ query }) => listWorkloads(services, query, { isAdmin }),
    async createAnyQuote({ params, body }) {
      const { id } = await mustFindCustomer(services.database, params.user);
      return quoteWithQueue(services, id, body);
    },
    async createAnyWorkload({ params, body }, { transaction }) {
      const { id: userId } = await mustFindCustomer(services.database, params.user);
      return orderForCustomer(services, transaction, { userId, body });
    },
    getAnyWorkload: async ({ params }) => show(mustFind(services, await any(params))),
    listAnyWorkloadEvents: async ({ params, query }) =>
      listEvents(services, await any(params), query, { isAdmin }),
    async getAnyWorkloadMetrics({ params, query }) {
      const { workload } = await mustFind(services, await any(params));
      return readMetrics(services, workload, query);
    },
    getAnyWorkloadGauges: ({ query }) => gaugesOf(services, query.uids),
    async startAnyWorkload({ params, body }, { transaction }) {
      const found = await actions.start(transaction, await any(params), body).catch((error: unknown) => {
        throw aboutOwner(error);
      });
      await notifyOfAdminAction(transaction, found, 'STARTED');
      return presentOne({ database: transaction, catalogue, workloads }, found, { isAdmin });
    },
    stopAnyWorkload: async ({ params }, { log }) => told(actions.stop(await any(params)), 'STOPPED', log),
    restartAnyWorkload: async ({ params }, { log }) =>
      told(actions.restart(await any(params)), 'RESTARTED', log),
    destroyAnyWorkload: async ({ params, body }, { log }) =>
      told(actions.destroy(await any(params), body), 'DESTROYED', log),
    scheduleWorkload: async ({ params, body }, { ifMatch }) =>
      show(actions.schedule(await any(params), body, ifMatch)),
    async getWorkloadInspection({ params }) {
      const { workload } = await mustFind(services, await any(params));
      return inspectWorkload(services.cluster, workload);
    },
    getWorkloadPlan: async ({ params }) => actions.plan(await any(params)),
  };
}

async function listEvents(
  services: WorkloadServices,
  which: WorkloadName,
  query: Query<'listWorkloadEvents'>,
  { isAdmin }: Viewer,
): Promise<Page<WorkloadEvent>> {
  const found = await mustFind(services, which);
  const nameOf = await readUsernames(services.database, services.catalogue, [found.userId]);
  const events = await workloadEvents(services, found, { user: nameOf(found.userId), isAdmin });
  const named = events.map((event) => ({ ...event, name: event.reason }));
  const page = pageOf(named, query, { defaultSort: '-time' });
  return { ...page, items: page.items.map(({ name: _, ...event }) => event) };
}
