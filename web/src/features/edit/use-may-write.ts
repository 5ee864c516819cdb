import { useViewer } from '../../app/session.ts';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';

/**
 * Whether to show a form. Once shown it stays, even if the session ends: typed text must not vanish, and sending it
 * reports the ended session.
 */
export function useMayWrite(): boolean {
  const { status } = useViewer();
  return useHasBeenTrue(status === 'in') || status === 'loading';
}
