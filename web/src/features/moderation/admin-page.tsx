import { useViewer } from '../../app/session.ts';
import { Dashboard } from './dashboard.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { SampleLine } from './sample-line.tsx';

/** The dashboard: what waits, kind by kind, and everything there is. */
export function AdminPage() {
  const { isAdmin } = useViewer();
  return (
    <DeskFrame place="dashboard" title="Admin Dashboard" subtitle="Review and manage pending submissions">
      <Dashboard />
      {isAdmin && <SampleLine />}
    </DeskFrame>
  );
}
