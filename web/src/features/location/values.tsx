import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useGetCityQuery } from '../city/api.ts';
import { diffWords } from '#contracts/shared/word-diff';
import { fieldValue, hasLines } from './field-words.ts';

export interface ValueProps {
  readonly field: string;
  readonly value: string | null;
}

/** A field's value in readable form; a city by its name. */
export function Value({ field, value }: ValueProps) {
  if (field === 'cityId' && value !== null) return <CityName id={value} />;
  const text = fieldValue(field, value);
  return <bdi className={hasLines(field) ? 'whitespace-pre-line' : undefined}>{text}</bdi>;
}

function CityName({ id }: { readonly id: string }) {
  const { data, isError } = useGetCityQuery(id);
  if (data) return <bdi>{data.name}</bdi>;
  return isError ? 'a city that is gone' : <span data-loading>...</span>;
}

export interface DiffProps {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

const removed = 'rounded-xs bg-no-ground text-no line-through decoration-1';
const added = 'rounded-xs bg-ok-ground font-semibold text-ok';

/** A change in red and green, and in words for screen readers: deletions struck out, insertions marked. */
export function Diff({ field, from, to }: DiffProps) {
  if (hasLines(field) && from !== null && to !== null) return <TextDiff from={from} to={to} />;
  return (
    <>
      <VisuallyHidden>from </VisuallyHidden>
      <del className={removed}>
        <Value field={field} value={from} />
      </del>{' '}
      <VisuallyHidden>to </VisuallyHidden>
      <ins className={`${added} no-underline`}>
        <Value field={field} value={to} />
      </ins>
    </>
  );
}

function TextDiff({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <bdi className="whitespace-pre-line">
      {diffWords(from, to).map(({ kind, text }, index) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={index} className={removed}>
            <VisuallyHidden>removed: </VisuallyHidden>
            {text}
          </del>
        ) : (
          <ins key={index} className={`${added} no-underline`}>
            <VisuallyHidden>added: </VisuallyHidden>
            {text}
          </ins>
        ),
      )}
    </bdi>
  );
}
