import { useEffect, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useRouteError } from 'react-router-dom';
import { useOnline } from '../../platform/online.ts';
import { ChunkFailure, reloadOnce } from '../../platform/chunks.ts';
import { LoadingPage } from '../loading.tsx';
import { BrokenPart, OfflinePage, UnexpectedErrorPage } from './error-pages.tsx';

interface RecoveryProps {
  readonly error: unknown;
  /** What is shown when nothing can be done by itself. */
  readonly children: ReactNode;
}

/** After a part that could not be fetched, reloads the address once; otherwise shows that something went wrong. */
function Recovery({ error, children }: RecoveryProps) {
  const [isReloading, setReloading] = useState(error instanceof ChunkFailure);
  useEffect(() => {
    if (!isReloading) return;
    void reloadOnce().then((reloads) => setReloading(reloads));
  }, [isReloading]);
  return isReloading ? <LoadingPage /> : children;
}

/** In place of a page that broke or whose code could not be loaded, which is tried again with the network; the menu stays. */
export function RouteErrorPage() {
  const error = useRouteError();
  if (!useOnline() && error instanceof ChunkFailure) return <OfflinePage />;
  return (
    <Recovery error={error}>
      <UnexpectedErrorPage />
    </Recovery>
  );
}

interface BoundaryProps {
  /** In place of what broke; by default that it went wrong, with a button that reloads. */
  readonly fallback?: (reset: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps an error of a part from taking the page along. */
export function Boundary({ fallback, children }: BoundaryProps) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => (
        <Recovery error={error}>{fallback ? fallback(resetErrorBoundary) : <BrokenPart />}</Recovery>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
