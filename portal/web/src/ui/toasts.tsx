import { createContext, lazy, Suspense, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { asFailure, failureText } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';

/** Loaded with the first notice; the shell starts without it. */
const ToastGroup = lazy(async () => ({ default: (await import('./toast-group.tsx')).ToastGroup }));

export interface Toast {
  readonly id: number;
  readonly variant: 'success' | 'danger' | 'info';
  readonly title: string;
  readonly requestId?: string | undefined;
}

interface Toasts {
  readonly success: (title: string) => void;
  /** Says why an action failed: the catalogue's sentence and the request id. */
  readonly failure: (error: unknown) => void;
}

const MOST_SHOWN = 4;

const Context = createContext<Toasts | undefined>(undefined);

/** Keeps and shows the notices at the top right. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const language = useLanguage();
  const close = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  const add = useCallback((toast: Omit<Toast, 'id'>) => {
    setToasts((shown) => [{ ...toast, id: (shown[0]?.id ?? 0) + 1 }, ...shown].slice(0, MOST_SHOWN));
  }, []);
  const value = useMemo<Toasts>(
    () => ({
      success: (title) => add({ variant: 'success', title }),
      failure: (error) => {
        const failure = asFailure(error);
        add({ variant: 'danger', title: failureText(failure, language), requestId: failure.requestId });
      },
    }),
    [add, language],
  );
  return (
    <Context value={value}>
      {children}
      {toasts.length > 0 && (
        <Suspense>
          <ToastGroup toasts={toasts} onClose={close} />
        </Suspense>
      )}
    </Context>
  );
}

/** Notices about what was done. */
export function useToasts(): Toasts {
  const toasts = use(Context);
  if (!toasts) throw new Error('useToasts must be used within a ToastProvider');
  return toasts;
}
