import { useEffect, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useRouteError } from 'react-router-dom';
import { useOnline } from '../../browser/online.ts';
import { ChunkFailure, reloadOnce } from '../../browser/chunks.ts';
import { LoadingPage } from '../loading.tsx';
import { BrokenPart, ErrorPage } from './error-pages.tsx';

/** Reloads the page once if code failed to load; otherwise, or if a reload cannot help, shows its children. */
function Recovery({ error, children }: { readonly error: unknown; readonly children: ReactNode }) {
  const [isReloading, setReloading] = useState(error instanceof ChunkFailure);
  useEffect(() => {
    if (!isReloading) return;
    void reloadOnce().then((reloads) => setReloading(reloads));
  }, [isReloading]);
  return isReloading ? <LoadingPage /> : children;
}

/** Replaces a page that crashed or failed to load, and loads it again once the network is back. The menu stays. */
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
  /** Replaces the crashed part; by default a message with a reload button. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Confines an error to the part in which it happened. */
export function Boundary({ fallback = <BrokenPart />, children }: BoundaryProps) {
  return (
    <ErrorBoundary fallbackRender={({ error }) => <Recovery error={error}>{fallback}</Recovery>}>
      {children}
    </ErrorBoundary>
  );
}
