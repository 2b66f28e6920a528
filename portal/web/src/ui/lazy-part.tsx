import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Boundary } from './errors/boundary.tsx';
import { loadChunk } from '../browser/chunks.ts';
import { LoadingPage } from './loading.tsx';

/** A part of a page whose code loads when it is shown. Until then, `placeholder` reserves its space. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <LoadingPage />,
): ComponentType<Props> {
  const LoadedPart: ComponentType<Props> = lazy(async () => ({ default: await loadChunk(load) }));
  return function LazyPart(props: Props) {
    return (
      <Boundary>
        <Suspense fallback={placeholder}>
          <LoadedPart {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
