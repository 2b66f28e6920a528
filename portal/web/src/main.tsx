import '@patternfly/react-core/dist/styles/base.css';
import './ui/theme.css';
import './app/app.css';
import type { OperationId } from '@gpulease/contract/endpoints';
import { StrictMode } from 'react';
import type { DataRouter } from 'react-router-dom';
import { createQueryClient, queryOf } from './api/queries.ts';
import { App } from './app/app.tsx';
import { reloadOnce } from './browser/chunks.ts';
import { createRouter } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';
import { firstReads } from './ssr/first-reads.ts';
import { renderedPageShown, takeOver } from './ssr/take-over.ts';

/** Milliseconds to wait for the first answers, so that the page does not appear bit by bit. After that it shows its own loading state. */
const FIRST_ANSWERS_MS = 3_000;

async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient();
  // Requested in parallel with the texts and the page's code.
  const answers = firstReads(location.pathname).map(({ operation, input }) =>
    client.query<unknown>(queryOf<OperationId>(operation, input)),
  );
  await Promise.all([startI18n(), renderedPageShown()]);
  const router = createRouter();
  await Promise.race([
    Promise.all([Promise.allSettled(answers), pageLoaded(router)]),
    new Promise((resolve) => setTimeout(resolve, FIRST_ANSWERS_MS)),
  ]);
  takeOver(
    root,
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
}

/** Resolves when the code of the first page has loaded or failed. */
function pageLoaded(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const look = () => router.state.initialized && resolve();
    router.subscribe(look);
    look();
  });
}

/** Shows the failure in both languages, because the texts may be missing too. */
async function showStartFailure(root: HTMLElement): Promise<void> {
  if (await reloadOnce()) return;
  root.setAttribute('role', 'alert');
  root.textContent = '页面加载失败，请刷新重试。The page couldn’t be loaded. Reload it.';
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
start(root).catch(() => showStartFailure(root));
