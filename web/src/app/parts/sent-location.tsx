import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';

import { Button, buttonClass } from '../../ui/button.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { UploadList } from '../../features/photo/upload-list.tsx';
import { isUnsent } from '../../features/photo/upload-queue.ts';
import { useStay, type Uploads } from '../../features/photo/use-uploads.ts';

interface SentLocationProps {
  readonly location: Location;
  readonly photos: Uploads;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** A place that was just sent: the progress of its photos, and what happens next. */
export function SentLocation({ location, photos, onAnother, onClose }: SentLocationProps) {
  const { uploads, send } = photos;
  const linkTo = useLocationLink();
  const next = useRef<HTMLDivElement>(null);
  // The button that was pressed disappeared with the form.
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  // Photos chosen in the form, and photos made smaller since then.
  const fresh = uploads.filter(({ state }) => state === 'chosen').map(({ id }) => id);
  const sendFresh = useEffectEvent(() => send(location.id, fresh));
  useEffect(() => {
    if (fresh.length > 0) sendFresh();
  }, [fresh.length]);
  const isOpen = uploads.some(isUnsent);
  useStay(isOpen);
  return (
    <div className="flex flex-col gap-5">
      <div ref={next} tabIndex={-1} className="outline-none">
        <ol className="flex flex-col gap-2.5 text-md">
          {stepsOf(location).map((step) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-accent" />
              {step}
            </li>
          ))}
        </ol>
      </div>
      {uploads.length > 0 && (
        <section aria-label="Its photos" className="flex flex-col gap-3">
          <UploadList uploads={photos} locationId={location.id} />
        </section>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        {!isOpen && (
          <Link {...linkTo(location.id)} onClick={onClose} className={buttonClass()}>
            See it
          </Link>
        )}
        <Button disabled={isOpen} onClick={onAnother}>
          Add another
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

const stepsOf = ({ status }: Location): readonly string[] =>
  status === 'approved'
    ? ['Everyone sees it from now on, under its city.']
    : [
        'Somebody looks at it. Until then only you and the moderators see it; you can still change it, or take it back.',
        'You are told as soon as it is decided, and find it under My submissions.',
        'Once it is approved, everyone sees it. If it is declined, you see the reason and can fix it and send it again.',
      ];
