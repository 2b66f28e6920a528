/** Who reaches what. `yes` and `no` are promised; where nothing is, there is a dot. */

export const targets = [
  'portal: http',
  'portal: metrics',
  'operator: metrics',
  'billing: metrics',
  'database',
  'API server',
  'kubelet',
  'DNS by UDP',
  'DNS by TCP',
  'machine: SSH',
  'machine: other port',
  'internet',
  'private network',
  'cloud metadata',
] as const;
export type TargetName = (typeof targets)[number];

export const senders = [
  'portal',
  'operator',
  'billing',
  'database',
  'machine',
  "another tenant's machine",
  'pod of somebody else',
  'outside',
  'the node itself',
] as const;
export type SenderName = (typeof senders)[number];

/** A line for each sender, in it a letter for each target in their order: y for yes, n for no. */
const rows: Record<SenderName, string> = {
  // They may reach nodes, as the API server is on one; what a kubelet answers them, promises/kubelet.ts holds it to.
  portal: 'y n n n y y . y y . n y n n',
  operator: 'y n n n n y . y y . n y n n',
  billing: 'y n n n y y . y y . n y n n',
  database: 'y n n n . . . . . . n . . .',
  machine: 'n n n n n n n y y . . y n n',
  "another tenant's machine": 'n n n n n n n y y n n y n n',
  'pod of somebody else': 'y n n n n . . . . y n . . .',
  outside: 'y n n n n . . . . y n . . .',
  'the node itself': 'y y y y y y y y y y y y y y',
};

/** Whether a packet of a sender must get through; undefined where nothing is promised. */
export function mustReach(sender: SenderName, target: TargetName): boolean | undefined {
  const cell = rows[sender].split(' ')[targets.indexOf(target)];
  return cell === '.' ? undefined : cell === 'y';
}
