import { useState } from 'react';

import type { Sample } from '#contracts/city/views';

import { api, everyTag } from '../../../lib/api.ts';
import { useRights } from '../../../lib/session.ts';
import { useAppSelector } from '../../../lib/store.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { nouns, counted } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCall } from '../../../ui/confirm.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useGetDeskQuery } from '../desk/desk-api.ts';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { QueuePanel } from '../queue/queue-panel.tsx';
import { everything, type QueueFilter } from '../review/filter.ts';
import { ManagePanel } from './manage-panel.tsx';

const tabs = ['cities', 'locations', 'edits', 'manage-cities', 'manage-locations'] as const;
type DashboardTab = (typeof tabs)[number];

const only = {
  city: { ...everything, kinds: ['city'] },
  location: { ...everything, kinds: ['location'] },
  edit: { ...everything, kinds: ['edit'] },
} as const satisfies Record<string, QueueFilter>;

const pendingTabs = [
  { value: 'cities', kind: 'city', label: 'Pending Cities' },
  { value: 'locations', kind: 'location', label: 'Pending Locations' },
  { value: 'edits', kind: 'edit', label: 'Pending Edits' },
] as const;

/** Pending items with a tab for each kind, and the lists of all cities and locations. The tab is in the address. */
function Dashboard() {
  const [params, set] = useAddress();
  const tab = tabs.find((candidate) => candidate === params.get('tab')) ?? 'cities';
  const counts = useAppSelector(({ live }) => live.pending);
  const { data: desk } = useGetDeskQuery();

  const changeTab = (next: DashboardTab) => set('tab', next === 'cities' ? '' : next);
  return (
    <Tabs
      label="Dashboard"
      value={tab}
      onValueChange={changeTab}
      tabs={[
        ...pendingTabs.map(({ value, kind, label }) => ({
          value,
          label,
          count: counts?.[value] ?? desk?.waiting[kind] ?? null,
          content: <Pending kind={kind} />,
        })),
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
  const { isAdmin } = useRights();
  return (
    <DeskFrame screen="dashboard" title="Admin Dashboard" subtitle="Review and manage pending submissions">
      <Dashboard />
      {isAdmin && <SampleLine />}
    </DeskFrame>
  );
}

const sampleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSample: build.query<Sample, void>({
      query: () => '/api/admin/sample',
      providesTags: [{ type: 'City', id: 'LIST' }],
    }),
    removeSample: build.mutation<void, void>({
      query: () => ({ url: '/api/admin/sample', method: 'DELETE' }),
      invalidatesTags: (_response, error) => (error ? [] : everyTag),
    }),
  }),
});

const { useGetSampleQuery, useRemoveSampleMutation } = sampleApi;

/** Says that the guide has sample places and offers to remove them; renders nothing if there are none. */
function SampleLine() {
  const { data: sample } = useGetSampleQuery();
  const [removeSample] = useRemoveSampleMutation();
  const [open, setOpen] = useState(false);
  if (sample === undefined) return null;
  return (
    <>
      {sample.present && (
        <div className="mt-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm text-soft">
          <p>
            This guide came with a sample: {wordsOf(sample)}, with drawn pictures and ratings by made-up
            people.
          </p>
          <Button size="small" variant="quiet" className="-ml-3" onClick={() => setOpen(true)}>
            Remove the sample
          </Button>
        </div>
      )}
      <ConfirmCall
        open={open}
        onOpenChange={setOpen}
        title="Remove the sample?"
        description={`This deletes ${wordsOf(sample)}, with their photos and ratings. What you or others have changed in these cities, or added to them, goes too. Each city can be restored under Manage Cities.`}
        confirmLabel="Remove the Sample"
        call={() => removeSample()}
        success={() => ({ title: 'The sample is removed', text: 'Your guide is ready for your own places.' })}
        failure="Failed to remove the sample"
        focusFallback={firstTab}
        openerLeaves
      />
    </>
  );
}

const firstTab = () => document.querySelector<HTMLElement>('[role=tab]');

const wordsOf = ({ cities, locations }: Sample): string =>
  `${counted(cities, nouns.city)} with ${counted(locations, nouns.location)}`;
