import type { QueueItem } from '#contracts/moderation/views';

import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Note, DetailLoading } from '../desk/parts.tsx';
import { LargePhoto, PhotoDetails, SamePlaces, Thumbs } from './photo-details.tsx';
import { usePhotoDialog } from './photo-dialog.tsx';

/** A large photo with its place, its details, the same picture elsewhere and other photos of the person. */
export function PhotoDetail({ item }: { readonly item: QueueItem }) {
  const { data: detail, isError } = useGetDetailQuery({ kind: item.kind, id: item.id });
  const all = [detail?.photo, ...(detail?.sameElsewhere ?? []), ...(detail?.othersOfPerson ?? [])];
  const large = usePhotoDialog([...new Set(all.flatMap((each) => each?.id ?? []))]);
  if (detail === undefined) return <DetailLoading failed={isError} />;
  const { photo, sameElsewhere, othersOfPerson } = detail;
  if (photo === null) return <p className="text-sm text-soft">The photo is gone.</p>;
  return (
    <>
      {sameElsewhere.length > 0 && (
        <Note tone="no">
          The same picture is also at <SamePlaces photos={sameElsewhere} />.
        </Note>
      )}
      <LargePhoto photo={photo} onOpen={() => large.show(photo.id)} />
      <PhotoDetails photo={photo} />
      <Thumbs title="The same picture elsewhere" photos={sameElsewhere} onOpen={large.show} />
      <Thumbs title="Others of this person" photos={othersOfPerson} onOpen={large.show} />
      {large.dialog}
    </>
  );
}
