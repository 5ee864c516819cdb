import { useState } from 'react';

import { limits } from '#contracts/shared/limits';
import { statuses } from '#contracts/shared/statuses';

import { useDebounced } from '../../../lib/use-debounced.ts';
import { countedTotal, nouns } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import type { ManagedKind, ManagedQuery } from '../desk/desk-api.ts';
import { statusWords } from '../desk/kind-words.ts';
import { ManageDialogs, type ManageDialog } from './manage-dialogs.tsx';
import { ManageTable } from './manage-table.tsx';
import { useManaged } from './managed.ts';

/** All cities or locations of any status: to find, edit, delete and restore. */
export function ManagePanel({ kind }: { readonly kind: ManagedKind }) {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState('');
  // Kept here, because a search that is on its way replaces the pages under an open dialog.
  const [dialog, setDialog] = useState<ManageDialog | null>(null);
  const search = useDebounced(typed.trim());
  return (
    <section aria-label={`All ${nouns[kind].many}`}>
      <div className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
        <Field label={`Search ${nouns[kind].many}`} required>
          {({ id }) => (
            <TextInput
              id={id}
              type="search"
              value={typed}
              maxLength={limits.search}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field label="Status" required>
          {({ id }) => (
            <Select id={id} value={status} onChange={(event) => setStatus(event.target.value)}>
              <option value="">All</option>
              {statuses.map((each) => (
                <option key={each} value={each}>
                  {statusWords[each].word}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Pages
        // A new search starts at its first page.
        key={`${search} ${status}`}
        kind={kind}
        query={{ ...(search === '' ? {} : { search }), ...(status === '' ? {} : { status }) }}
        onAct={setDialog}
      />
      <ManageDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </section>
  );
}

interface PagesProps {
  readonly kind: ManagedKind;
  readonly query: ManagedQuery;
  readonly onAct: (dialog: ManageDialog) => void;
}

function Pages({ kind, query, onAct }: PagesProps) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const path = paths.at(-1);
  const { rows, next, total, loading, answer } = useManaged(
    kind,
    path === undefined ? query : { ...query, path },
  );
  if (loading && !answer.error) return <Skeleton className="h-80" />;
  if (rows.length === 0 && paths.length === 0 && !answer.error)
    return <EmptyState title="Nothing found" text="Try fewer letters, or another status." />;
  return (
    <>
      <Listed answer={answer} failure={`The ${nouns[kind].many} could not be loaded`}>
        <p role="status" className="mb-3 text-sm text-soft">
          {total === null ? '' : countedTotal(total, nouns[kind])}
        </p>
        <ManageTable kind={kind} rows={rows} onAct={onAct} />
      </Listed>
      <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-3">
        <Button disabled={paths.length === 0} onClick={() => setPaths(paths.slice(0, -1))}>
          Previous
        </Button>
        <span className="text-sm text-soft">Page {paths.length + 1}</span>
        <Button disabled={next === null} onClick={() => next !== null && setPaths([...paths, next])}>
          Next
        </Button>
      </nav>
    </>
  );
}
