import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, type Location } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuard {
  /** Call before leaving on purpose, for example after saving. */
  readonly release: () => void;
  readonly dialog: ReactNode;
}

/** Asks before a page or tab with an edited form is left. If the window is closed, the browser asks in its own words. */
export function useLeaveGuard(isEdited: boolean): LeaveGuard {
  const { t } = useTranslation();
  const isReleased = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEdited && !isReleased.current && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  useEffect(() => {
    if (!isEdited) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isEdited]);
  return {
    release: () => {
      isReleased.current = true;
    },
    dialog: blocker.state === 'blocked' && (
      <ConfirmDialog
        isDanger
        isPassedByBack
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        onConfirm={() => Promise.resolve(blocker.proceed())}
        onClose={() => blocker.reset()}
      >
        {t('leave.body')}
      </ConfirmDialog>
    ),
  };
}

/** Leaving a tab drops its form, as leaving the page does; other parameters only filter lists. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`;
}
