import { useNavigate } from 'react-router-dom';

import { useViewer } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { titleOf } from '../../ui/words.ts';
import { Dashboard } from './dashboard.tsx';
import { SampleLine } from './sample-line.tsx';

/** The administrator's dashboard; to everyone else, why it is closed to them. */
export function AdminPage() {
  const { status, user, isAdmin } = useViewer();
  return (
    <div className="page py-8 sm:py-10">
      <title>{titleOf('Admin Dashboard')}</title>
      {status === 'loading' && <Loading />}
      {status === 'out' && (
        <Closed title="Not Authenticated" lines={['You need to sign in to access the admin dashboard.']} />
      )}
      {status === 'in' && user !== null && !isAdmin && (
        <Closed
          title="Access Denied"
          lines={[
            `Admin access required. Current user: ${user.email}`,
            `Admin email required: ${user.adminEmail}`,
          ]}
        />
      )}
      {status === 'in' && isAdmin && (
        <>
          <h1 className="text-3xl sm:text-4xl">Admin Dashboard</h1>
          <p className="mt-1.5 mb-7 text-soft">Review and manage pending submissions</p>
          <Dashboard />
          <SampleLine />
        </>
      )}
    </div>
  );
}

function Closed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const navigate = useNavigate();
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 py-20 text-center">
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="mb-1 text-3xl">{title}</h1>
      {lines.map((line) => (
        <p key={line} className="text-soft wrap-anywhere">
          {line}
        </p>
      ))}
      <Button variant="primary" className="mt-5" onClick={() => void navigate('/')}>
        Go to Home
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">Admin Dashboard</h1>
      <VisuallyHidden>Loading the dashboard...</VisuallyHidden>
      <Skeleton className="h-11 w-80 max-w-full" />
      <Skeleton className="h-12" />
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
    </div>
  );
}
