import { fits } from './capacity.ts';
import { place } from './place.ts';
import { mismatch, type Mismatch } from './refusal.ts';
import type { Candidate, PlacementRequest } from './request.ts';
import type { Timing } from './spot-timing.ts';

/**
 * Whether a node suits a request, or why not. AfterSpot: once Spot machines have left it. NoRoom: once other machines have.
 * Waiting for machines to leave does not change the rest.
 */
export type NodeFit = 'Fits' | 'AfterSpot' | 'NoRoom' | 'Closed' | 'TooSmall' | Mismatch;

export interface Fit {
  fit: NodeFit;
  /** Complete sentences; empty if it fits. */
  message: string;
}

/** Returns the answer that the request would get if it were bound to this node. */
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
