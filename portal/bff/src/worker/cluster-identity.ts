/** Whether the API server belongs to the cluster with the orders' Workloads. */
import { namespaces, type Cluster } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

export type ClusterIdentity = ReturnType<typeof createClusterIdentity>;

/** Records the first cluster; every other one is foreign from then on. */
export function createClusterIdentity(cluster: Cluster, database: Database) {
  let found: Promise<boolean> | undefined;
  /** Queries the API server again. Throws if it or the database is unavailable. */
  const check = () => {
    const asked = compare(cluster, database);
    found = asked;
    asked.catch(() => {
      if (found === asked) found = undefined;
    });
    return asked;
  };
  /** Returns the last result, or queries if there is none. */
  const isOurs = () => found ?? check();
  return { check, isOurs };
}

async function compare(cluster: Cluster, database: Database): Promise<boolean> {
  const uid = await clusterUid(cluster);
  await sql`INSERT INTO cluster_identity (uid) VALUES (${uid}) ON CONFLICT DO NOTHING`.execute(database);
  const noted = await database.selectFrom('cluster_identity').select('uid').executeTakeFirstOrThrow();
  return noted.uid === uid;
}

/** Accepts the current cluster as the one with the orders. */
export async function noteCluster(cluster: Cluster, database: Database): Promise<void> {
  const uid = await clusterUid(cluster);
  await sql`
    INSERT INTO cluster_identity (uid) VALUES (${uid})
    ON CONFLICT (only_row) DO UPDATE SET uid = excluded.uid, noted_at = clock_timestamp()
    WHERE cluster_identity.uid <> excluded.uid`.execute(database);
}

/** Returns the uid that a cluster keeps for its lifetime, even if etcd is restored from a backup. */
async function clusterUid(cluster: Cluster): Promise<string> {
  const { metadata } = await cluster.resource(namespaces).get({ name: 'kube-system' });
  if (metadata.uid === undefined) throw new Error('The namespace kube-system has no uid.');
  return metadata.uid;
}
