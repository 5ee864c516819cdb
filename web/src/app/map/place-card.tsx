import { X } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { PlacesOnMap } from '#contracts/location/views';
import { categoryLabels } from '#contracts/location/words';

import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { RatingMark } from '../../features/opinion/rating.tsx';

interface PlaceCardProps {
  readonly place: PlacesOnMap['places'][number];
  readonly onClose: () => void;
}

/** The place that was chosen on the map, over the map. */
export function PlaceCard({ place: { id, name, category, rating, thumbnailUrl }, onClose }: PlaceCardProps) {
  const linkTo = useLocationLink();
  return (
    <article className="absolute inset-x-3 bottom-8 z-4 mx-auto flex max-w-md items-center gap-3.5 rounded-md bg-raised p-2.5 shadow-floating">
      {thumbnailUrl !== null && (
        <div className="size-16 shrink-0 overflow-hidden rounded-sm bg-sunk">
          <Picture src={thumbnailUrl} alt="" width={64} height={64} />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-lg wrap-anywhere">
          <Link {...linkTo(id)} className="underline decoration-outline/60 underline-offset-4">
            {name}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-soft">
          {categoryLabels[category]} <RatingMark rating={rating} />
        </p>
      </div>
      <IconButton label="Close" className="size-11!" onClick={onClose}>
        <X size={19} aria-hidden />
      </IconButton>
    </article>
  );
}
