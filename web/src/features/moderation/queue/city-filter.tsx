import { Select } from '../../../ui/select.tsx';
import { useGetCityQuery, useListCitiesQuery } from '../../city/api.ts';
import { small } from '../desk/small-control.ts';
import type { QueueFilter } from '../review/filter.ts';

interface CityFilterProps {
  readonly filter: QueueFilter;
  readonly onChange: (filter: QueueFilter) => void;
}

export function CityFilter({ filter, onChange }: CityFilterProps) {
  const { data } = useListCitiesQuery({ limit: 500 });
  const cities = [...(data?.items ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const isOther = filter.city !== null && !cities.some(({ id }) => id === filter.city);
  const { data: other } = useGetCityQuery(filter.city ?? '', { skip: !isOther });
  return (
    <Select
      className={`${small} text-ellipsis`}
      aria-label="City"
      value={filter.city ?? ''}
      onChange={(event) =>
        onChange({ ...filter, city: event.target.value === '' ? null : event.target.value })
      }
    >
      <option value="">All cities</option>
      {isOther && <option value={filter.city}>{other?.name ?? 'One city'}</option>}
      {cities.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
