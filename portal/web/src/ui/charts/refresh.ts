/** Refresh intervals of graphs. Pure. */
const RETRY_MS = 30_000;

type Metrics = { readonly available: false } | { readonly available: true; readonly stepSeconds: number };

/** Refreshes graphs at each step, or after a while without data; not at all if they end in the past, which does not change. */
export function refreshOf({ until }: { readonly until?: string | undefined }) {
  return {
    keepPrevious: true,
    refetchInterval: (metrics: Metrics | undefined) => {
      if (until !== undefined) return false;
      return metrics?.available ? metrics.stepSeconds * 1_000 : RETRY_MS;
    },
  };
}
