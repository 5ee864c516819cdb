import { Skeleton } from '../../ui/skeleton.tsx';
import { HeadBand } from './profile-head.tsx';
import { ProfileSections, sectionClass } from './profile-section.tsx';

/** The profile's outline while it loads. */
export function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <p role="status" className="sr-only">
        Loading your profile...
      </p>
      <HeadBand avatar={null}>
        <Skeleton className="h-9 w-60" />
        <Skeleton className="mt-3 h-5 w-72 max-w-full" />
      </HeadBand>
      <ProfileSections>
        {[0, 1, 2].map((section) => (
          <div key={section} className={sectionClass}>
            <div>
              <Skeleton className="h-7 w-32" />
              <Skeleton className="mt-3 h-4 w-56 max-w-full" />
            </div>
            <div className="grid max-w-[680px] gap-4">
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </div>
          </div>
        ))}
      </ProfileSections>
    </>
  );
}
