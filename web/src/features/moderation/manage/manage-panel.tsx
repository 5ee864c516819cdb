import { useState } from 'react';

import { limits } from '#contracts/shared/limits';
import { statuses } from '#contracts/shared/statuses';

import { itemsOf } from '../../../lib/pages.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { countedTotal, nouns } from '../../../lib/words.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { useBrowseManagedInfiniteQuery, type ManagedKind, type ManagedQuery } from '../desk/desk-api.ts';
import { statusWords } from '../desk/kind-words.ts';
import { ManageDialogs, type ManageDialog } from './manage-dialogs.tsx';
import { ManageTable } from './manage-table.tsx';
import { toManaged } from './managed.ts';

/** Finds, edits, deletes and restores cities or locations of any status. */
export function ManagePanel({ kind }: { readonly kind: ManagedKind }) {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState('');
  // The state is here because a running search replaces the pages under an open dialog.
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
            <Select
              id={id}
              value={status}
              onChange={(event) => setStatus(event.target.value)}
              options={[['', 'All'], ...statuses.map((each) => [each, statusWords[each].word] as const)]}
            />
          )}
        </Field>
      </div>
      <Found
        query={{ kind, ...(search === '' ? {} : { search }), ...(status === '' ? {} : { status }) }}
        onAct={setDialog}
      />
      <ManageDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </section>
  );
}

interface FoundProps {
  readonly query: ManagedQuery;
  readonly onAct: (dialog: ManageDialog) => void;
}

function Found({ query, onAct }: FoundProps) {
  const response = useBrowseManagedInfiniteQuery(query);
  const { kind } = query;
  const rows = itemsOf(response.currentData)?.map(toManaged);
  if (rows === undefined && !response.error) return <Skeleton className="h-80" />;
  if (rows?.length === 0)
    return <EmptyState title="Nothing found" text="Try fewer letters, or another status." />;
  return (
    <Listed response={response} failure={`The ${nouns[kind].many} could not be loaded`}>
      <p role="status" className="mb-3 text-sm text-soft">
        {countedTotal(response.currentData?.pages[0]?.total ?? '', nouns[kind])}
      </p>
      <ManageTable kind={kind} rows={rows ?? []} onAct={onAct} />
    </Listed>
  );
}
