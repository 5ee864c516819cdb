import type { ReactNode } from 'react';

import { cityFields } from '#contracts/city/fields';
import { locationFields } from '#contracts/location/fields';
import type { FieldContent } from '#contracts/shared/coordinates';
import { namesOf } from '#contracts/shared/entity-fields';

import { api } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Outline } from '../../../ui/loading.tsx';
import { fieldLabel, Value } from '../../location/values.tsx';

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(88px,min-content)_minmax(0,1fr)] gap-x-4 gap-y-2 text-md">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

interface FieldFactsProps {
  readonly of: 'city' | 'location';
  /** A view of a city or location, which has each of its fields under the same name. */
  readonly view: object;
  /** Fields that are shown elsewhere. */
  readonly except?: readonly string[];
}

/** Every field of a city or location. */
export const FieldFacts = ({ of, view, except = [] }: FieldFactsProps) =>
  (of === 'city' ? namesOf(cityFields) : namesOf(locationFields))
    .filter((field) => !except.includes(field))
    .map((field) => (
      <Fact key={field} label={fieldLabel(field)}>
        {/* The cast is safe, see `view`. */}
        <Value field={field} value={Reflect.get(view, field) as FieldContent} />
      </Fact>
    ));

interface NoteProps {
  readonly tone?: 'pending' | 'no' | 'plain';
  readonly children: ReactNode;
}

const tones = {
  pending: 'bg-pending-ground text-pending',
  no: 'bg-no-ground text-no',
  plain: 'bg-sunk',
} as const;

/** A note to read before deciding. */
export function Note({ tone = 'pending', children }: NoteProps) {
  return (
    <div className={`mb-4 rounded-md px-3.5 py-2.5 text-sm wrap-anywhere ${tones[tone]}`}>{children}</div>
  );
}

export function DetailLoading({ failed }: { readonly failed: boolean }) {
  if (failed) return <Failed />;
  return <Outline text="Loading the story..." className="h-28" />;
}

/** The tags of the queries that details use. */
const parts = ['History', 'Location', 'City', 'Photo'] as const;

function Failed() {
  const dispatch = useAppDispatch();
  return (
    <div data-failed className="flex flex-wrap items-center gap-3 text-sm text-soft">
      Its story could not be loaded, or it is gone.
      <Button size="small" onClick={() => dispatch(api.util.invalidateTags([...parts]))}>
        Load again
      </Button>
    </div>
  );
}

/** Classes of a compact control: lower than in a form, but full height on a phone. */
export const small = 'max-sm:pr-8! max-sm:pl-3! sm:min-h-9! sm:pl-2.5! sm:text-sm!';
