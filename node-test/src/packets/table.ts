/** The table of which sender reaches which target. A dot means that nothing is promised. */

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

/** A row per sender with a letter per target, in order: y for yes, n for no. */
const rows: Record<SenderName, string> = {
  // They may reach nodes, because the API server is on one; promises/kubelet.ts checks the kubelet's responses.
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

/** Returns whether packets of a sender must reach a target; undefined if nothing is promised. */
export function mustReach(sender: SenderName, target: TargetName): boolean | undefined {
  const cell = rows[sender].split(' ')[targets.indexOf(target)];
  return cell === '.' ? undefined : cell === 'y';
}
