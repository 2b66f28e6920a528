/** PostgreSQL as a pod, with its data on the node's disk. */
import type { Accounts } from '../../local/src/demo/accounts.ts';

export const postgresImage = 'gpulease.test/postgres:18.4';
export const postgresUser = 999;
export const databaseNamespace = 'database';
/** Fixed address of its Service, because the node has no DNS. */
const address = '10.96.20.20';
const port = 5432;

/** Entry point of the image, which creates the database first if there is none. */
export const startPostgres = `#!/bin/sh
set -eu
programs=/opt/postgres/bin
if [ ! -s /data/database/PG_VERSION ]; then
  $programs/initdb --pgdata=/data/database --username=postgres --pwfile=/secrets/password --auth=scram-sha-256 \\
    --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --no-instructions
  echo 'host all all all scram-sha-256' >> /data/database/pg_hba.conf
  $programs/postgres --single -D /data/database postgres < /secrets/roles.sql
fi
$programs/postgres -D /data/database -c listen_addresses='*' -c unix_socket_directories='' -c timezone=UTC &
server=$!
# Its fast end: at SIGTERM it would wait until every client has left.
trap 'kill -INT $server' TERM
wait $server || wait $server
`;

/** Returns the connection strings of the application and of the schema's owner. */
export function databaseUrls({ databasePassword, databaseOwnerPassword }: Accounts) {
  const url = (role: string, password: string) =>
    `postgresql://${role}:${password}@${address}:${port}/gpulease`;
  return {
    url: url('gpulease', databasePassword),
    ownerUrl: url('gpulease_owner', databaseOwnerPassword),
  };
}

/** Returns one statement per line, as PostgreSQL's single-user mode requires. */
function roles({ databasePassword, databaseOwnerPassword }: Accounts): string {
  return [
    `CREATE ROLE gpulease_owner LOGIN PASSWORD '${databaseOwnerPassword}'`,
    `CREATE ROLE gpulease LOGIN PASSWORD '${databasePassword}'`,
    'CREATE DATABASE gpulease OWNER gpulease_owner',
    '',
  ].join('\n');
}

/** Returns the database's objects for the accounts of a release. The node stores the data in `folder`. */
export function postgresObjects(accounts: Accounts, folder: string): object[] {
  const metadata = { name: 'postgres', namespace: databaseNamespace };
  const labels = { 'app.kubernetes.io/name': 'postgres' };
  const stringData = { password: accounts.databaseOwnerPassword, 'roles.sql': roles(accounts) };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: databaseNamespace } },
    { apiVersion: 'v1', kind: 'Secret', metadata, stringData },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { clusterIP: address, selector: labels, ports: [{ port, targetPort: port }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata,
      spec: {
        serviceName: 'postgres',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: podSpec(folder) },
      },
    },
    networkPolicy(metadata, labels),
  ];
}

function podSpec(folder: string): object {
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, runAsUser: postgresUser, runAsGroup: postgresUser },
    containers: [
      {
        name: 'postgres',
        image: postgresImage,
        resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '1Gi' } },
        readinessProbe: { tcpSocket: { port }, periodSeconds: 5 },
        ports: [{ containerPort: port }],
        volumeMounts: [
          { name: 'data', mountPath: '/data' },
          { name: 'secrets', mountPath: '/secrets', readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: 'data', hostPath: { path: folder, type: 'Directory' } },
      { name: 'secrets', secret: { secretName: 'postgres' } },
    ],
  };
}

/** An operator's own policy, because the chart has none for a database: admits only its clients. */
function networkPolicy(metadata: object, labels: Record<string, string>): object {
  const ofGpulease = { matchLabels: { 'kubernetes.io/metadata.name': 'gpulease-system' } };
  const components = {
    matchExpressions: [
      { key: 'app.kubernetes.io/component', operator: 'In', values: ['bff', 'worker', 'migrate', 'backup'] },
    ],
  };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: ofGpulease, podSelector: components }], ports: [{ port }] }],
    },
  };
}
