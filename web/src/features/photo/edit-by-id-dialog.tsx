import { messageOf } from '../../lib/session-calls.ts';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Outline } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useGetCityQuery } from '../city/api.ts';
import { EditCityDialog } from '../city/edit-city-dialog.tsx';
import { useGetLocationQuery } from '../location/api.ts';
import type { DeclinedEdit } from '../location/edit-location-dialog.tsx';
import { EditPlaceDialog } from './edit-place-dialog.tsx';

interface EditByIdDialogProps extends Openable {
  readonly isCity: boolean;
  readonly id: string;
  readonly name: string;
  readonly declined?: DeclinedEdit | undefined;
}

/** The form of a city or place, given only its id. */
export function EditByIdDialog({ isCity, id, name, declined, ...during }: EditByIdDialogProps) {
  const city = useGetCityQuery(id, { skip: !isCity });
  const location = useGetLocationQuery(id, { skip: isCity });
  if (city.data) return <EditCityDialog key={id} city={city.data} {...during} />;
  if (location.data)
    return <EditPlaceDialog key={id} location={location.data} {...(declined && { declined })} {...during} />;
  const { error, refetch } = isCity ? city : location;
  return (
    <Dialog {...during} title={`Edit ${name}`}>
      {error === undefined ? (
        <Outline text="Loading..." className="h-20" />
      ) : (
        <ErrorState
          title="This could not be opened"
          text={messageOf(error, 'Please try again in a moment.')}
          onRetry={refetch}
        />
      )}
    </Dialog>
  );
}
