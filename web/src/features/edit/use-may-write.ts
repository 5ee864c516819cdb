import { useViewer } from '../../app/session.ts';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';

/**
 * Whether to show a form. It stays once it was shown, even when the session ends meanwhile: what was typed must not
 * vanish, and sending it tells of the end.
 */
export function useMayWrite(): boolean {
  const { status } = useViewer();
  return useHasBeenTrue(status === 'in') || status === 'loading';
}
