import { useEffect, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useRouteError } from 'react-router-dom';
import { useOnline } from '../../browser/online.ts';
import { ChunkFailure, reloadOnce } from '../../browser/chunks.ts';
import { LoadingPage } from '../loading.tsx';
import { BrokenPart, ErrorPage } from './error-pages.tsx';

interface RecoveryProps {
  readonly error: unknown;
  /** Shown if a reload cannot help. */
  readonly children: ReactNode;
}

/** Reloads the address once if code could not be loaded; otherwise says that something went wrong. */
function Recovery({ error, children }: RecoveryProps) {
  const [isReloading, setReloading] = useState(error instanceof ChunkFailure);
  useEffect(() => {
    if (!isReloading) return;
    void reloadOnce().then((reloads) => setReloading(reloads));
  }, [isReloading]);
  return isReloading ? <LoadingPage /> : children;
}

/** Replaces a page that broke or could not be loaded, and loads it again once the network is back. The menu stays. */
export function RouteErrorPage() {
  const error = useRouteError();
  if (!useOnline() && error instanceof ChunkFailure) return <ErrorPage kind="offline" />;
  return (
    <Recovery error={error}>
      <ErrorPage kind="unexpected" />
    </Recovery>
  );
}

interface BoundaryProps {
  /** Replaces the broken part; by default a message with a button that reloads. */
  readonly fallback?: (reset: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Limits an error to the part in which it happened. */
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
