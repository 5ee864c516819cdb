import { locationFields } from '#contracts/location/fields';
import type { Location } from '#contracts/location/views';
import { isSameValue } from '#contracts/shared/changes';

import { reportFailure } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { OwnStatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useWithdrawEditMutation, useMyEdits } from './my-edits.ts';
import { fieldLabel, Diff } from './values.tsx';

export interface MyWaitingEditProps {
  readonly location: Location;
  readonly onEdit: () => void;
}

type Field = keyof typeof locationFields;
const isField = (name: string): name is Field => name in locationFields;

/** The viewer's pending edit of a place, word by word against the current text. */
export function MyWaitingEdit({ location, onEdit }: MyWaitingEditProps) {
  const { edits = [], values } = useMyEdits(location.id);
  const [withdraw, { isLoading }] = useWithdrawEditMutation();
  const writtenAgainst = Object.fromEntries(
    edits.flatMap(({ changes }) =>
      Object.entries(changes).map(([field, { from }]) => [field, from] as const),
    ),
  );
  const fields = Object.keys(values).filter(isField);
  if (fields.length === 0) return null;
  const takeBack = async () => {
    for (const { editId } of edits) {
      const response = await withdraw({ id: location.id, editId });
      if (response.error) return reportFailure(response.error, 'Failed to withdraw your edit');
    }
    toast({ title: 'Your edit was withdrawn' });
  };
  return (
    <section aria-label="Your edit" className="mt-6 rounded-lg border border-line bg-paper p-4 sm:p-5">
      <h3 className="flex flex-wrap items-center gap-3 text-lg">
        Your edit <OwnStatusBadge status="pending" />
      </h3>
      <dl className="mt-3 flex flex-col gap-3 text-md">
        {fields.map((field) => {
          const [now, mine, before] = [location[field], values[field] ?? null, writtenAgainst[field] ?? null];
          return (
            <div key={field}>
              <dt className="text-sm font-semibold text-soft">{fieldLabel(field)}</dt>
              <dd className="wrap-anywhere">
                {isSameValue(now, mine) ? (
                  'The place says this already.'
                ) : (
                  <Diff field={field} from={now} to={mine} />
                )}
              </dd>
              {!isSameValue(now, before) && (
                <dd className="mt-1.5 border-l-2 border-pending pl-3 wrap-anywhere">
                  <span className="block text-sm text-pending">Changed since you wrote it:</span>
                  <Diff field={field} from={before} to={now} />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="small" onClick={onEdit}>
          Change your edit
        </Button>
        <Button size="small" pending={isLoading} onClick={() => void takeBack()}>
          Withdraw your edit
        </Button>
      </div>
    </section>
  );
}
