import { useMemo } from 'react';
import { Link } from 'react-router-dom';

import { pathOf } from '#contracts/screens';
import { isUuid } from '#contracts/shared/uuid';

import { itemsOf } from '../../../lib/pages.ts';
import { useRights } from '../../../lib/session.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FileLink } from '../../../ui/file-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { useBrowsePeopleInfiniteQuery, type ActivityQuery } from '../desk/desk-api.ts';
import { actionText } from '../desk/event-words.ts';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { ActivityList } from './activity-list.tsx';

const entityNames = { city: 'Cities', location: 'Locations', photo: 'Photos', account: 'People' } as const;

/** The event types offered in the filter. */
const types = [
  'city-approved',
  'city-rejected',
  'location-approved',
  'location-rejected',
  'location-edit-approved',
  'location-edit-rejected',
  'photo-reviewed',
  'photo-deleted',
  'change-reviewed',
  'reports-upheld',
  'reports-dismissed',
  'account-trusted',
  'account-blocked',
  'account-role-granted',
] as const;

/** 'city: approved'. */
const typeText = (type: string): string =>
  `${type.replace(/-.*/, '').replace('reports', 'report').replace('account', 'person')}: ${actionText(type) ?? type}`;

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The following day, because the filter of the log excludes its end. */
const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

type Filters = Omit<ActivityQuery, 'limit'>;

function queryFrom(params: URLSearchParams): Filters {
  const valueOf = (name: string, fits: (value: string) => boolean) => {
    const value = params.get(name);
    return value !== null && fits(value) ? value : undefined;
  };
  const isDay = (value: string) => day.test(value) && !Number.isNaN(Date.parse(value));
  const to = valueOf('to', isDay);
  const values = {
    actor: valueOf('actor', isUuid),
    type: valueOf('type', (value) => types.some((each) => each === value)),
    entityType: valueOf('entityType', (value) => Object.hasOwn(entityNames, value)),
    entityId: valueOf('entityId', isUuid),
    from: valueOf('from', isDay),
    to: to === undefined ? undefined : dayAfter(to),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The address of a file with all entries that match the filters. */
const exportPath = (query: Filters, format: 'csv' | 'ndjson'): string =>
  `/api/admin/activity?${new URLSearchParams({ ...query, format }).toString()}`;

/** The log of actions with its filters; batches can be undone. */
export function ActivityPage() {
  const [params, set] = useAddress();
  const address = params.toString();
  const query = useMemo(() => queryFrom(new URLSearchParams(address)), [address]);
  const { isAdmin, user } = useRights();
  return (
    <DeskFrame screen="activity" title="Activity">
      {user !== null && (
        <p className="mb-2 text-sm">
          <Link to={`${pathOf('activity')}?actor=${user.id}`} className="font-semibold text-accent">
            Recently decided by me
          </Link>
        </p>
      )}
      <div
        role="search"
        aria-label="Filter the activity"
        className="my-3 grid gap-2.5 min-[22.5rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-5"
      >
        <ByWhom value={params.get('actor') ?? ''} onChange={(value) => set('actor', value)} />
        <Select
          aria-label="Of what"
          value={params.get('entityType') ?? ''}
          onChange={(event) => set('entityType', event.target.value)}
          options={[['', 'Of everything'], ...Object.entries(entityNames)]}
        />
        <div className="max-sm:col-span-full">
          <Select
            aria-label="What was done"
            value={params.get('type') ?? ''}
            onChange={(event) => set('type', event.target.value)}
            options={[['', 'Any action'], ...types.map((each) => [each, typeText(each)] as const)]}
          />
        </div>
        <Day label="From" value={params.get('from') ?? ''} onChange={(value) => set('from', value)} />
        <Day label="To" value={params.get('to') ?? ''} onChange={(value) => set('to', value)} />
      </div>
      {isAdmin && (
        <p className="mb-3 flex flex-wrap gap-2">
          <FileLink href={exportPath(query, 'csv')}>Export as CSV</FileLink>
          <FileLink href={exportPath(query, 'ndjson')}>Export as NDJSON</FileLink>
        </p>
      )}
      <ActivityList key={address} query={query} none="Nothing was done that matches" withKeys />
    </DeskFrame>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className="flex gap-x-2 gap-y-1 text-sm text-soft max-sm:flex-col sm:items-center">
      {label}
      <TextInput
        type="date"
        className="min-w-0"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface ByWhomProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice of moderators to filter by. For other people, a link on their own page sets this filter. */
function ByWhom({ value, onChange }: ByWhomProps) {
  const { data } = useBrowsePeopleInfiniteQuery({ filter: 'moderators' });
  const people = itemsOf(data) ?? [];
  const isOther = value !== '' && !people.some(({ id }) => id === value);
  return (
    <Select
      aria-label="By whom"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ['', 'By anybody'],
        ...(isOther ? [[value, 'By one person'] as const] : []),
        ...people.map(({ id, name }) => [id, name] as const),
      ]}
    />
  );
}
