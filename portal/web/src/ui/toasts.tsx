import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { asFailure, failureText } from '../api/failure.ts';
import { Boundary } from './errors/boundary.tsx';
import { useLanguage } from '../i18n/i18n.ts';
import type { Toast } from './toast-group.tsx';

export type ToastContent = Pick<Toast, 'variant' | 'title'>;

interface Toasts {
  readonly success: (title: string) => void;
  readonly tell: (toast: ToastContent) => void;
  /** Shows why an action failed: the catalogue's sentence and the request id, below an optional `headline`. */
  readonly failure: (error: unknown, headline?: string) => void;
  /** Removes all toasts, such as before another user uses this tab. */
  readonly clear: () => void;
}

const MOST_SHOWN = 4;
const AFTER_FIRST_PAGE_MS = 3_000;

const loadToastGroup = () => import('./toast-group.tsx');
const ToastGroup = lazy(async () => ({ default: (await loadToastGroup()).ToastGroup }));

const Context = createContext<Toasts | undefined>(undefined);

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
      tell: add,
      failure: (error, headline) => {
        const failure = asFailure(error);
        const sentence = failureText(failure, language);
        const text = headline === undefined ? { title: sentence } : { title: headline, body: sentence };
        add({ variant: 'danger', ...text, failure });
      },
      clear: () => setToasts([]),
    }),
    [add, language],
  );
  // Loads after the first page, in case the network fails later.
  useEffect(() => {
    const timer = setTimeout(() => void loadToastGroup().catch(() => undefined), AFTER_FIRST_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Context value={value}>
      {children}
      {toasts.length > 0 && (
        <Boundary fallback={null}>
          <Suspense>
            <ToastGroup toasts={toasts} onClose={close} />
          </Suspense>
        </Boundary>
      )}
    </Context>
  );
}

export function useToasts(): Toasts {
  const toasts = use(Context);
  if (!toasts) throw new Error('useToasts must be used within a ToastProvider');
  return toasts;
}
