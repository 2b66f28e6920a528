/** The whole portal on a cluster with a small catalogue. The test acts as the operator, and no worker bills. */
import type { Fen } from '@gpulease/contract/money';
import type { BodyInput } from '@gpulease/contract/routes';
import { eventually } from '@gpulease/kube/testing';
import type { AllHandlers } from '../http/handler.ts';
import type { Quota } from '../orders/quota.ts';
import { runOutbox } from '../jobs/runner.ts';
import { startRental } from '../rental.ts';
import { openCluster, type TestCluster } from '../workloads/testing/cluster.ts';
import type { ApiClient } from './api-client.ts';
import { give } from './books.ts';
import { startTestPortal, type TestPortal, type TestPortalOptions } from './test-portal.ts';

export interface Scene {
  readonly portal: TestPortal;
  readonly cluster: TestCluster;
  /** Creates a signed-in customer with a namespace and `fen` in the wallet. */
  aRenter(username: string, fen?: bigint): Promise<Renter>;
  /** Returns a valid order of the catalogue's SKU. */
  readonly order: (change?: Partial<BodyInput<'createWorkload'>>) => BodyInput<'createWorkload'>;
  stop(): Promise<void>;
}

export interface Renter {
  readonly browser: ApiClient;
  readonly id: string;
}

type SceneOptions = Omit<TestPortalOptions, 'handlers'> & {
  /** Override the portal's own handlers. */
  readonly handlers?: Partial<AllHandlers>;
  readonly defaultQuota?: Quota;
  readonly startsPerHour?: number;
  readonly secondOperatorAbove?: Fen;
  readonly creditsReports?: boolean;
  readonly metricsUrl?: URL;
};

const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 somebody@somewhere';

/** Starts a scene. Stop it in `afterAll`. */
export async function openScene({
  handlers = {},
  defaultQuota = {},
  startsPerHour = 30,
  secondOperatorAbove,
  creditsReports = false,
  metricsUrl,
  ...options
}: SceneOptions = {}): Promise<Scene> {
  const cluster = await openCluster();
  let rental: ReturnType<typeof startRental> | undefined;
  const portal = await startTestPortal({
    ...options,
    handlers: (parts) => {
      rental = startRental({
        ...parts,
        cluster: cluster.cluster,
        defaultQuota,
        startsPerHour,
        secondOperatorAbove,
        creditsReports,
        metricsUrl,
      });
      return { ...rental.handlers, ...handlers };
    },
  });
  if (!rental) throw new Error('The portal has no rental.');
  const started = rental;
  await started.ready();
  const outbox = runOutbox({ ...portal, handlers: started.outboxHandlers });
  const { sku, region, image, policy } = cluster.names;
  return {
    portal,
    cluster,
    async aRenter(username, fen = 10_000n) {
      const browser = await portal.customer(username);
      const { id } = await portal.database
        .selectFrom('user_account')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      await cluster.addTenant(id, username);
      if (fen > 0n) await give(portal.database, id, fen);
      // The portal must also have seen the Tenant.
      const body = { sku, region, pricing: policy };
      await eventually(async () => expect200((await browser.call('createQuote', { body })).status));
      return { browser, id };
    },
    order: (change = {}) => ({
      name: 'box',
      sku,
      region,
      image,
      pricing: policy,
      rootDiskSize: 100,
      authorizedKeys: [sshKey],
      expectedPrice: '1.58',
      expectedUnit: 'HOUR',
      ...change,
    }),
    async stop() {
      await Promise.all([outbox.stop(), started.stop()]);
      await portal.stop();
      await cluster.close();
    },
  };
}

function expect200(status: number): void {
  if (status !== 200) throw new Error(`Answered with ${status}.`);
}
