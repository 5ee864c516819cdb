import { useState } from 'react';
import { Navigate } from 'react-router-dom';

import type { Profile } from '#contracts/account/views';
import { pathOf } from '#contracts/screens';

import { useViewer } from '../../lib/session.ts';
import { titleOf } from '../../lib/words.ts';
import { SignInRequired } from '../../ui/sign-in-required.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { EraseSection } from './erase-section.tsx';
import { MailForm } from './mail-form.tsx';
import { NamesForm } from './names-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { useGetProfileQuery } from './profile-api.ts';
import { ProfileHead } from './profile-head.tsx';
import { ProfileSection, ProfileSections } from './profile-section.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { PublicNameForm } from './public-name-form.tsx';
import { Sessions } from './sessions.tsx';

/** The viewer's own account: names, password, sessions, and erasing it. */
export function ProfilePage() {
  const { status } = useViewer();
  // Kept here: the session ends with the account, and somebody who has just erased it must not be asked to sign in.
  const [erased, setErased] = useState(false);
  if (erased) return <Navigate to={pathOf('home')} replace />;
  return (
    <>
      <title>{titleOf('Profile')}</title>
      {status === 'loading' && <ProfileSkeleton />}
      {status === 'out' && (
        <div className="page py-10 sm:py-12">
          <h1 className="mb-8 text-4xl">Profile</h1>
          <SignInRequired text="Sign in to see your profile." />
        </div>
      )}
      {status === 'in' && <OwnProfile onErased={() => setErased(true)} />}
    </>
  );
}

function OwnProfile({ onErased }: { readonly onErased: () => void }) {
  const { data, error, refetch } = useGetProfileQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data !== undefined) return <Loaded profile={data} onErased={onErased} />;
  if (!error) return <ProfileSkeleton />;
  return (
    <div className="page py-10 sm:py-12">
      <h1 className="mb-8 text-4xl">Profile</h1>
      <ErrorState title="Your profile could not be loaded" onRetry={refetch} />
    </div>
  );
}

interface LoadedProps {
  readonly profile: Profile;
  readonly onErased: () => void;
}

function Loaded({ profile, onErased }: LoadedProps) {
  return (
    <>
      <ProfileHead profile={profile} />
      <ProfileSections>
        <ProfileSection
          title="Names"
          text="How you are called here. The people who review what you send in see your name, nobody else does."
        >
          <NamesForm profile={profile} />
        </ProfileSection>
        <ProfileSection
          title="Public name"
          text="The name that everybody sees at your photos and places. It goes when your account goes."
        >
          <PublicNameForm profile={profile} />
        </ProfileSection>
        <ProfileSection title="Mail" text="Where we reach you, and what about.">
          <MailForm profile={profile} />
        </ProfileSection>
        <ProfileSection
          title="Password"
          text={
            profile.hasPassword
              ? 'Changing it signs you out everywhere else.'
              : 'You sign in without one so far. With a password you can also sign in by your email address.'
          }
        >
          <PasswordForm profile={profile} />
        </ProfileSection>
        <ProfileSection
          title="Sessions"
          text="Where you are signed in. End what you do not know, and what is not yours any more."
        >
          <Sessions />
        </ProfileSection>
        <ProfileSection
          title="Erase account"
          text="For good. What you gave to the guide stays in it, without your name."
        >
          <EraseSection profile={profile} onErased={onErased} />
        </ProfileSection>
      </ProfileSections>
    </>
  );
}
