import { useViewer } from '../../../lib/session.ts';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { Dashboard } from './dashboard.tsx';
import { SampleLine } from './sample-line.tsx';

/** The dashboard: pending items by kind, and the full lists. */
export function AdminPage() {
  const { isAdmin } = useViewer();
  return (
    <DeskFrame screen="dashboard" title="Admin Dashboard" subtitle="Review and manage pending submissions">
      <Dashboard />
      {isAdmin && <SampleLine />}
    </DeskFrame>
  );
}
