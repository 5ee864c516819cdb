import { useSearchParams } from 'react-router-dom';

import { useAppSelector } from '../../app/store.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ConfirmForce } from './confirm-force.tsx';
import { ManagePanel } from './manage-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { useDecisions } from './use-decisions.ts';
import { useQueue } from './use-queue.ts';

const tabs = ['cities', 'locations', 'edits', 'manage-cities', 'manage-locations'] as const;
type DashboardTab = (typeof tabs)[number];

/** The three queues and the two lists of everything, one tab each. The address keeps the tab. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((candidate) => candidate === params.get('tab')) ?? 'cities';
  const counts = useAppSelector(({ live }) => live.pending);
  const cities = useQueue('city');
  const locations = useQueue('location');
  const edits = useQueue('edit');
  const decisions = useDecisions();

  const changeTab = (next: DashboardTab) =>
    setParams(next === 'cities' ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return (
    <>
      <Tabs
        label="Dashboard"
        value={tab}
        onValueChange={changeTab}
        tabs={[
          {
            value: 'cities',
            label: 'Pending Cities',
            count: counts?.cities ?? cities.count,
            content: <QueuePanel queue={cities} decisions={decisions} />,
          },
          {
            value: 'locations',
            label: 'Pending Locations',
            count: counts?.locations ?? locations.count,
            content: <QueuePanel queue={locations} decisions={decisions} />,
          },
          {
            value: 'edits',
            label: 'Pending Edits',
            count: counts?.edits ?? edits.count,
            content: <QueuePanel queue={edits} decisions={decisions} />,
          },
          { value: 'manage-cities', label: 'Manage Cities', content: <ManagePanel kind="city" /> },
          { value: 'manage-locations', label: 'Manage Locations', content: <ManagePanel kind="location" /> },
        ]}
      />
      <ConfirmForce decisions={decisions} />
    </>
  );
}
