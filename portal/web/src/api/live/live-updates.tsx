import { Banner } from '@patternfly/react-core';
import type { OperationId } from '@gpulease/contract/endpoints';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../queries.ts';
import { applyLiveEvent } from './apply.ts';
import { useOnline } from '../../browser/online.ts';
import { Refresher } from './refresher.ts';
import { listen, type StreamOperation } from './stream.ts';

/** Shorter interruptions show no banner. */
const PATIENCE_MS = 5_000;

/** Keeps the page up to date; shows a banner while the connection is lost. */
export function LiveUpdates({ operation }: { readonly operation: StreamOperation }) {
  const isConnected = useLiveUpdates(operation);
  const isOnline = useOnline();
  const isLong = useLasts(isOnline && !isConnected, PATIENCE_MS);
  const { t } = useTranslation();
  return <div role="status">{isLong && <Banner color="yellow">{t('live.reconnecting')}</Banner>}</div>;
}

export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  return (
    <div role="status" className="gpulease-offline">
      {!isOnline && <Banner color="yellow">{t('live.offline')}</Banner>}
    </div>
  );
}

function useLiveUpdates(operation: StreamOperation): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    const refresher = new Refresher((refreshed) => refresh(client, refreshed));
    const stop = listen(operation, {
      onEvent: (event) => {
        if (event.type === 'ready') void client.invalidateQueries();
        else refresher.add(applyLiveEvent(client, event));
      },
      onConnection: (connected) => {
        setConnected(connected);
        // The stream also breaks when the session ends; a request shows which it was.
        if (!connected) void client.invalidateQueries({ queryKey: sessionKey(operation) });
      },
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [client, operation]);
  return isConnected;
}

/** Requests new data. Waits for a pending request first, whose answer may predate the event. */
async function refresh(client: QueryClient, operation: OperationId): Promise<void> {
  const filter = { queryKey: queryKey(operation) };
  const wasAsked = client.isFetching(filter) > 0;
  await client.invalidateQueries(filter, { cancelRefetch: false });
  if (wasAsked) await client.invalidateQueries(filter, { cancelRefetch: false });
}

const sessionKey = (operation: StreamOperation) =>
  queryKey(operation === 'streamEvents' ? 'getSession' : 'getAdminSession');

function useLasts(condition: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [condition, milliseconds]);
  return lasts;
}
