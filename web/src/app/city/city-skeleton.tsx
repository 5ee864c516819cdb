import { Skeleton } from '../../ui/skeleton.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';

const places = 6;

/** The outline of a city's page while it loads. */
export function CitySkeleton() {
  return (
    <>
      <h1 className="sr-only">Loading the city...</h1>
      <Skeleton className="h-[max(18rem,min(52dvh,440px))] w-full rounded-none!" />
      <div className="page section">
        <LocationGrid locations={undefined} skeletons={places} empty={null} />
      </div>
    </>
  );
}
