import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The state of the history entry that a dialog is. */
const entry = { isDeskDialog: true } as const;

const isEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isDeskDialog' in state;

/**
 * While a dialog is open it is an entry of the history: Back calls `close` and stays on the page. A dialog that is
 * closed otherwise takes its entry along.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const hasEntry = isEntry(location.state);
  // A step of the history takes a while; meanwhile the dialog may close, or the next one open.
  const step = useRef<'none' | 'there' | 'coming' | 'leaving'>('none');
  useEffect(() => {
    if (hasEntry) {
      if (step.current === 'coming') step.current = 'there';
      if (open || step.current === 'leaving') return;
      step.current = 'leaving';
      void navigate(-1);
      return;
    }
    if (step.current === 'there' && open) {
      step.current = 'none';
      return close();
    }
    if (step.current !== 'coming') step.current = 'none';
    if (!open || step.current === 'coming') return;
    step.current = 'coming';
    void navigate({ pathname, search }, { state: entry, preventScrollReset: true });
  }, [open, hasEntry, close, navigate, pathname, search]);
}
