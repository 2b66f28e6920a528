import { join } from 'node:path';

/** The node's name, and its address in its own network. */
export const nodeName = 'node-1';
export const nodeAddress = '192.168.77.2';
export const podRange = '10.244.0.0/16';
export const serviceRange = '10.96.0.0/16';

/** The socket of containerd, in the node's own /run. */
export const containerdSocket = '/run/containerd/containerd.sock';

/** The cgroup of all pods, in every hierarchy. */
export const podsCgroup = 'gpulease-node-test';

/** Paths of a node's disk, all in one folder, which survives a power cut. */
export interface Places {
  /** The control plane: etcd's data, certificates, kubeconfigs, logs of all programs. */
  home: string;
  images: string;
  kubelet: string;
  containerd: string;
  network: string;
  podLogs: string;
  /** PostgreSQL's data, which its pod mounts from the host. */
  database: string;
  /** The backups of the chart's CronJob. */
  backup: string;
  /** Results of the continuous requests to the portal. */
  pulse: string;
  /** Results of the assertions. */
  outcomes: string;
}

export function placesIn(folder: string): Places {
  const place = (name: string) => join(folder, name);
  return {
    home: place('home'),
    images: place('images'),
    kubelet: place('kubelet'),
    containerd: place('containerd'),
    network: place('network'),
    podLogs: place('pod-logs'),
    database: place('database'),
    backup: place('backup'),
    pulse: place('pulse.jsonl'),
    outcomes: place('outcomes.jsonl'),
  };
}
