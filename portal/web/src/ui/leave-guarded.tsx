import { createContext, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { useLeaveGuard } from './use-leave-guard.tsx';

type Report = (form: string, isEdited: boolean) => void;

const Reports = createContext<Report>(() => undefined);

/** A page with several forms. Asks before the page or the tab is left with unsaved edits in any of them. */
export function LeaveGuarded({ children }: { readonly children: ReactNode }) {
  const [edited, setEdited] = useState<readonly string[]>([]);
  const { dialog } = useLeaveGuard(edited.length > 0);
  const report = useCallback<Report>((form, isEdited) => {
    setEdited((before) => [...before.filter((other) => other !== form), ...(isEdited ? [form] : [])]);
  }, []);
  return (
    <Reports value={report}>
      {children}
      {dialog}
    </Reports>
  );
}

/** Tells the guarded page whether a form has unsaved edits. */
export function useGuardedEdits(isEdited: boolean): void {
  const form = useId();
  const report = use(Reports);
  useEffect(() => {
    if (!isEdited) return;
    report(form, true);
    return () => report(form, false);
  }, [report, form, isEdited]);
}
