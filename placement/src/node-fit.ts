import { fits } from './capacity.ts';
import { place } from './place.ts';
import { mismatch, type Mismatch } from './refusal.ts';
import type { Candidate, PlacementRequest } from './request.ts';
import type { Timing } from './spot-timing.ts';

/**
 * Whether a node would do, or why not. AfterSpot: when Spot machines have left it. NoRoom: when others have; all the rest
 * no waiting for others changes.
 */
export type NodeFit = 'Fits' | 'AfterSpot' | 'NoRoom' | 'Closed' | 'TooSmall' | Mismatch;

export interface Fit {
  fit: NodeFit;
  /** Whole sentences; empty when it fits. */
  message: string;
}

/** What the platform would say to the request if it were bound to this node. */
export function fitOf(request: PlacementRequest, candidate: Candidate, timing: Timing): Fit {
  const { node } = candidate;
  const answer = place({ ...request, node: node.name }, [candidate], timing);
  if ('refusal' in answer) return { fit: misfit(request, candidate), message: answer.refusal.message };
  return { fit: answer.awaitsSpot ? 'AfterSpot' : 'Fits', message: '' };
}

function misfit(request: PlacementRequest, { node }: Candidate): NodeFit {
  const wrong = mismatch(request, node);
  if (wrong !== undefined) return wrong.kind;
  if (node.closed !== undefined) return 'Closed';
  return fits(request.amounts, node.declared) ? 'NoRoom' : 'TooSmall';
}
