/** Kinds that route traffic: the fields that we read and write. */
import type { ApiObject } from '../object.ts';

export interface LabelSelector {
  matchLabels?: Record<string, string>;
}

export interface ServicePort {
  name?: string;
  protocol?: 'TCP' | 'UDP' | 'SCTP';
  port: number;
  targetPort?: number | string;
  nodePort?: number;
}

export interface Service extends ApiObject {
  spec?: {
    type?: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
    selector?: Record<string, string>;
    ports?: ServicePort[];
    clusterIP?: string;
    clusterIPs?: string[];
    externalName?: string;
    externalTrafficPolicy?: 'Cluster' | 'Local';
    allocateLoadBalancerNodePorts?: boolean;
    publishNotReadyAddresses?: boolean;
  };
  status?: { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } };
}

export interface Ingress extends ApiObject {
  spec?: {
    ingressClassName?: string;
    tls?: { hosts?: string[]; secretName?: string }[];
    rules?: {
      host?: string;
      http?: {
        paths: {
          path?: string;
          pathType: 'Exact' | 'Prefix' | 'ImplementationSpecific';
          backend: { service?: { name: string; port?: { name?: string; number?: number } } };
        }[];
      };
    }[];
  };
}

export interface IngressClass extends ApiObject {
  spec?: { controller?: string };
}

export interface NetworkPolicyPeer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface NetworkPolicyPort {
  protocol?: 'TCP' | 'UDP' | 'SCTP';
  port?: number | string;
}

export interface NetworkPolicy extends ApiObject {
  spec?: {
    podSelector?: LabelSelector;
    policyTypes?: ('Ingress' | 'Egress')[];
    ingress?: { from?: NetworkPolicyPeer[]; ports?: NetworkPolicyPort[] }[];
    egress?: { to?: NetworkPolicyPeer[]; ports?: NetworkPolicyPort[] }[];
  };
}
