import { useState } from 'react';

import type { Sample } from '#contracts/city/views';

import { api, everyTag } from '../../../lib/api.ts';
import { counted, nouns } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCall } from '../../../ui/confirm.tsx';

const sampleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSample: build.query<Sample, void>({
      query: () => '/api/admin/sample',
      providesTags: [{ type: 'City', id: 'LIST' }],
    }),
    removeSample: build.mutation<void, void>({
      query: () => ({ url: '/api/admin/sample', method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : everyTag),
    }),
  }),
});

const { useGetSampleQuery, useRemoveSampleMutation } = sampleApi;

/** Says that the guide has sample places and offers to remove them; renders nothing once they are gone. */
export function SampleLine() {
  const { data: sample } = useGetSampleQuery();
  const [removeSample] = useRemoveSampleMutation();
  const [open, setOpen] = useState(false);
  if (sample === undefined) return null;
  return (
    <>
      {sample.present && (
        <div className="mt-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm text-soft">
          <p>
            This guide came with a sample: {wordsOf(sample)}, with drawn pictures and ratings by made-up
            people.
          </p>
          <Button size="small" variant="quiet" className="-ml-3" onClick={() => setOpen(true)}>
            Remove the sample
          </Button>
        </div>
      )}
      <ConfirmCall
        open={open}
        onOpenChange={setOpen}
        title="Remove the sample?"
        description={`This deletes ${wordsOf(sample)}, with their photos and ratings. What you or others have changed in these cities, or added to them, goes too. Each city can be restored under Manage Cities.`}
        confirmLabel="Remove the Sample"
        call={() => removeSample()}
        success={() => ({ title: 'The sample is removed', text: 'Your guide is ready for your own places.' })}
        failure="Failed to remove the sample"
        focusFallback={firstTab}
        openerLeaves
      />
    </>
  );
}

const firstTab = () => document.querySelector<HTMLElement>('[role=tab]');

const wordsOf = ({ cities, locations }: Sample): string =>
  `${counted(cities, nouns.city)} with ${counted(locations, nouns.location)}`;
