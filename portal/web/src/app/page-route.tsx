import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../errors/boundary.tsx';
import { loadChunk } from '../errors/load-chunk.ts';

/** A page whose code is loaded when it is first visited. When it breaks, the layout around it stays. */
export function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: await loadChunk(load) }),
    errorElement: <RouteErrorPage />,
  };
}
