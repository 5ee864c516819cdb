import { Link } from 'react-router-dom';

import type { OwnList } from '#contracts/list/views';
import { pathOf } from '#contracts/screens';

import { reportFailure } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { counted, nouns } from '../../lib/words.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Listed } from '../../ui/listed.tsx';
import {
  useCreateListMutation,
  useLazyGetListQuery,
  useListListsQuery,
  useUpdateListMutation,
} from './list-api.ts';
import { NewListForm } from './new-list-form.tsx';

interface AddToListDialogProps extends Openable {
  /** The place's id. */
  readonly place: string;
  readonly name: string;
}

/** Adds a place to the viewer's lists, removes it, or makes a new list with it. */
export function AddToListDialog({ place, name, ...openable }: AddToListDialogProps) {
  const response = useListListsQuery(undefined, { skip: !openable.open, refetchOnMountOrArgChange: true });
  const lists = response.currentData;
  const { toggle, make, isBusy } = usePlacing(place);
  return (
    <Dialog
      {...openable}
      size="small"
      title="Add to list"
      description={name}
      footer={
        <Link to={pathOf('lists')} className="mr-auto text-md font-medium underline underline-offset-4">
          All my lists
        </Link>
      }
    >
      <Listed response={response} failure="Your lists could not be loaded">
        <ul className="flex flex-col gap-3.5" aria-busy={isBusy}>
          {lists?.map((list) => (
            <li key={list.id}>
              <CheckBox
                label={list.name}
                description={counted(list.placeIds.length, nouns.location)}
                checked={list.placeIds.includes(place)}
                disabled={isBusy}
                onChange={() => void toggle(list)}
              />
            </li>
          ))}
        </ul>
        {lists?.length === 0 && (
          <p className="text-md text-soft">You have no list yet: name the first one.</p>
        )}
      </Listed>
      <NewListForm onMake={make} isBusy={isBusy} className="mt-6 gap-2" />
    </Dialog>
  );
}

function usePlacing(place: string) {
  const [read] = useLazyGetListQuery();
  const [update, updating] = useUpdateListMutation();
  const [createList, creating] = useCreateListMutation();

  /** Reads the list first, so that changes from another window stay. */
  const toggle = async ({
    id,
    name,
    placeIds,
  }: Pick<OwnList, 'id' | 'name' | 'placeIds'>): Promise<boolean> => {
    const isOn = placeIds.includes(place);
    const known = await read(id);
    const places = known.data?.places.map((each) => each.id).filter((each) => each !== place);
    const response =
      places &&
      (await update({
        id,
        places: isOn ? places : [...places, place],
        ...(known.data && { revision: known.data.revision }),
      }));
    const isDone = response?.data !== undefined;
    if (isDone) toast({ title: isOn ? `Removed from ${name}` : `Added to ${name}` });
    else reportFailure(response?.error ?? known.error, 'The list could not be changed');
    return isDone;
  };
  const make = async (name: string): Promise<boolean> => {
    const made = await createList({ name });
    if (made.data === undefined) {
      reportFailure(made.error, 'The list could not be made');
      return false;
    }
    return toggle({ ...made.data, placeIds: [] });
  };
  return { toggle, make, isBusy: updating.isLoading || creating.isLoading };
}
