import clsx from 'clsx';

import { cityFields } from '#contracts/city/fields';
import { locationFields } from '#contracts/location/fields';
import { categoryLabels, type Category } from '#contracts/location/words';
import { contentText, type FieldContent } from '#contracts/shared/coordinates';
import type { FieldDescription } from '#contracts/shared/entity-fields';
import { diffWords } from '#contracts/shared/word-diff';

import { useGetCityQuery } from '../city/api.ts';

export interface ValueProps {
  readonly field: string;
  readonly value: FieldContent;
}

/** A field's value in readable form; a city by its name. */
export function Value({ field, value: content }: ValueProps) {
  const value = contentText(content);
  if (field === 'cityId' && value !== null) return <CityName id={value} />;
  const text = fieldValue(field, value);
  return <bdi className={hasLines(field) ? 'whitespace-pre-line' : undefined}>{text}</bdi>;
}

function CityName({ id }: { readonly id: string }) {
  const { data, isError } = useGetCityQuery(id);
  if (data) return <bdi>{data.name}</bdi>;
  return isError ? 'a city that is gone' : <span data-loading>...</span>;
}

interface DiffProps {
  readonly field: string;
  readonly from: FieldContent;
  readonly to: FieldContent;
}

const removed = 'rounded-xs bg-no-ground text-no line-through decoration-1';
const added = 'rounded-xs bg-ok-ground font-semibold text-ok';

/** A change in red and green, and in words for screen readers: deletions struck out, insertions marked. */
export function Diff({ field, from, to }: DiffProps) {
  if (hasLines(field) && typeof from === 'string' && typeof to === 'string')
    return <TextDiff from={from} to={to} />;
  return (
    <>
      <span className="sr-only">from </span>
      <del className={removed}>
        <Value field={field} value={from} />
      </del>{' '}
      <span className="sr-only">to </span>
      <ins className={`${added} no-underline`}>
        <Value field={field} value={to} />
      </ins>
    </>
  );
}

interface ChangeListProps {
  readonly changes: Readonly<Record<string, Omit<DiffProps, 'field'>>>;
  /** Whether each change stands in one line with its field’s name. */
  readonly inline?: boolean;
  readonly className?: string;
}

/** The old and the new value of each field. */
export const ChangeList = ({ changes, inline = false, className }: ChangeListProps) => (
  <dl className={clsx('flex flex-col', inline ? 'gap-1' : 'gap-2', className)}>
    {Object.entries(changes).map(([field, change]) => (
      <div key={field}>
        <dt className={inline ? 'inline' : 'text-sm font-semibold text-soft'}>
          {fieldLabel(field)}
          {inline && ': '}
        </dt>
        <dd className={clsx('wrap-anywhere text-ink', inline && 'inline')}>
          <Diff field={field} {...change} />
        </dd>
      </div>
    ))}
  </dl>
);

function TextDiff({ from, to }: { readonly from: string; readonly to: string }) {
  const parts = diffWords(from, to);
  return (
    <bdi className="whitespace-pre-line">
      {parts.map(({ kind, text }, index) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={index} className={removed}>
            <span className="sr-only">removed: </span>
            {text}
            {/* A text's last word has no space after it. */}
            {parts[index + 1]?.kind === 'added' && !/\s$/.test(text) && ' '}
          </del>
        ) : (
          <ins key={index} className={`${added} no-underline`}>
            <span className="sr-only">added: </span>
            {text}
          </ins>
        ),
      )}
    </bdi>
  );
}

const described: Readonly<Record<string, Pick<FieldDescription, 'label' | 'lines'>>> = {
  ...cityFields,
  ...locationFields,
  // For values that are not fields of the forms.
  status: { label: 'Status' },
  reason: { label: 'Reason' },
  originalId: { label: 'Merged into' },
  rating: { label: 'Rating' },
};

/** Whether a field's text may have several lines. */
export const hasLines = (field: string): boolean => described[field]?.lines === true;

/** A field's label in the forms. */
export const fieldLabel = (field: string): string => described[field]?.label ?? field;

/** A field's value in readable form: the category's label instead of its slug, 'none' if it is empty. */
function fieldValue(field: string, value: string | null): string {
  if (value === null || value === '') return 'none';
  if (field === 'category' && value in categoryLabels) return categoryLabels[value as Category];
  return value;
}
