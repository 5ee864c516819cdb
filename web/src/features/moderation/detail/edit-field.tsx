import clsx from 'clsx';
import { useState, type ReactNode } from 'react';

import { bestTimes, categoryLabels } from '#contracts/location/words';
import { contentText, type FieldContent } from '#contracts/shared/coordinates';
import { mergeWords } from '#contracts/shared/word-merge';

import { Button } from '../../../ui/button.tsx';
import { TextArea, TextInput } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { fieldLabel, hasLines, Diff } from '../../location/values.tsx';

interface EditFieldProps {
  readonly field: string;
  readonly from: FieldContent;
  readonly to: FieldContent;
  /** The field's current value, if it is no longer `from`. */
  readonly now: FieldContent | undefined;
  readonly takes: boolean;
  readonly onTake: (on: boolean) => void;
  readonly corrected: string | undefined;
  /** Null restores the proposed value. */
  readonly onCorrect: (value: string | null) => void;
}

export function EditField({ field, from, to, now, takes, onTake, corrected, onCorrect }: EditFieldProps) {
  const label = fieldLabel(field);
  return (
    <section aria-label={label} className={clsx('rounded-md border border-line p-3', !takes && 'opacity-60')}>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2.5">
        <label className="flex min-h-7 flex-1 cursor-pointer items-center gap-2.5 text-sm font-semibold max-sm:min-h-11">
          <input
            type="checkbox"
            className="size-4.5 accent-accent"
            checked={takes}
            onChange={(event) => onTake(event.target.checked)}
          />
          <span>
            <span className="sr-only">Take </span>
            {label}
          </span>
        </label>
        {field !== 'cityId' && takes && (
          <Button
            size="small"
            variant="quiet"
            data-correct
            onClick={() => onCorrect(corrected === undefined ? (contentText(to) ?? '') : null)}
          >
            {corrected === undefined ? 'Correct' : 'As proposed'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      {now === undefined ? (
        <p className="text-md wrap-anywhere">
          <Diff field={field} from={from} to={to} />
        </p>
      ) : (
        <>
          <Both field={field} from={from} now={now} to={to} />
          {takes && hasLines(field) && <TakeBoth {...{ label, from, now, to, onCorrect }} />}
        </>
      )}
      {corrected !== undefined && (
        <Correction field={field} label={label} value={corrected} onChange={onCorrect} />
      )}
    </section>
  );
}

interface BothProps {
  readonly field: string;
  readonly from: FieldContent;
  readonly now: FieldContent;
  readonly to: FieldContent;
}

/** The contributor's change and the changes of others since, each compared with the text that the contributor saw. */
function Both({ field, from, now, to }: BothProps) {
  return (
    <div className="grid gap-3 text-sm">
      <Column title="What they changed">
        <Diff field={field} from={from} to={to} />
      </Column>
      <Column title="What became of it since">
        <Diff field={field} from={from} to={now} />
      </Column>
    </div>
  );
}

interface TakeBothProps extends Pick<EditFieldProps, 'from' | 'to' | 'onCorrect'> {
  readonly label: string;
  readonly now: FieldContent;
}

/** Offers a merged text with both changes as a correction; says so if both changed the same words. */
function TakeBoth({ label, from, now, to, onCorrect }: TakeBothProps) {
  const [overlaps, setOverlaps] = useState(false);
  if (typeof from !== 'string' || typeof now !== 'string' || typeof to !== 'string') return null;
  const takeBoth = () => {
    const merged = mergeWords(from, now, to);
    setOverlaps(merged === undefined);
    if (merged !== undefined) onCorrect(merged);
  };
  return (
    <div className="mt-2">
      <Button size="small" variant="quiet" onClick={takeBoth}>
        Take both
        <span className="sr-only"> {label}</span>
      </Button>
      <p role="status" className="text-sm text-soft">
        {overlaps && 'Both changed the same words.'}
      </p>
    </div>
  );
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="min-w-0 wrap-anywhere">
      <p className="mb-0.5 text-xs font-semibold text-soft">{title}</p>
      {children}
    </div>
  );
}

interface CorrectionProps {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Correction({ field, label, value, onChange }: CorrectionProps) {
  const shared = {
    // A person who opens the field wants to type at once.
    autoFocus: true,
    'data-corrected': true,
    'aria-label': `Corrected ${label}`,
    value,
    className: 'mt-2',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field === 'category') return <Select {...shared} options={Object.entries(categoryLabels)} />;
  if (field === 'bestTimeToVisit')
    return <Select {...shared} options={[['', 'None'], ...bestTimes.map((time) => [time, time] as const)]} />;
  return hasLines(field) ? <TextArea {...shared} rows={5} /> : <TextInput {...shared} />;
}
