import { useSearchParams } from 'react-router-dom';

import { useViewer } from '../../../lib/session.ts';
import { useAppSelector } from '../../../lib/store.ts';
import { nouns } from '../../../lib/words.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { useGetDeskQuery } from '../desk/desk-api.ts';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { QueuePanel } from '../queue/queue-panel.tsx';
import { everything, type QueueFilter } from '../review/filter.ts';
import { ManagePanel } from './manage-panel.tsx';
import { SampleLine } from './sample-line.tsx';

const tabs = ['cities', 'locations', 'edits', 'manage-cities', 'manage-locations'] as const;
type DashboardTab = (typeof tabs)[number];

const only = {
  city: { ...everything, kinds: ['city'] },
  location: { ...everything, kinds: ['location'] },
  edit: { ...everything, kinds: ['edit'] },
} as const satisfies Record<string, QueueFilter>;

/**
 * Pending items with a tab for each kind, and the two lists of all cities and locations. The address keeps the tab.
 */
function Dashboard() {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((candidate) => candidate === params.get('tab')) ?? 'cities';
  const counts = useAppSelector(({ live }) => live.pending);
  const { data: desk } = useGetDeskQuery();

  const changeTab = (next: DashboardTab) =>
    setParams(next === 'cities' ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return (
    <Tabs
      label="Dashboard"
      value={tab}
      onValueChange={changeTab}
      tabs={[
        {
          value: 'cities',
          label: 'Pending Cities',
          count: counts?.cities ?? desk?.waiting.city ?? null,
          content: <Pending kind="city" />,
        },
        {
          value: 'locations',
          label: 'Pending Locations',
          count: counts?.locations ?? desk?.waiting.location ?? null,
          content: <Pending kind="location" />,
        },
        {
          value: 'edits',
          label: 'Pending Edits',
          count: counts?.edits ?? desk?.waiting.edit ?? null,
          content: <Pending kind="edit" />,
        },
        { value: 'manage-cities', label: 'Manage Cities', content: <ManagePanel kind="city" /> },
        { value: 'manage-locations', label: 'Manage Locations', content: <ManagePanel kind="location" /> },
      ]}
    />
  );
}

function Pending({ kind }: { readonly kind: keyof typeof only }) {
  const { many } = nouns[kind];
  const words = { region: `Review ${many}`, list: `Pending ${many}`, none: `No pending ${many} to review` };
  return <QueuePanel filter={only[kind]} words={words} hidesKind />;
}

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
