import { UserRound } from 'lucide-react';
import { useState, useId, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';

import type { Profile } from '#contracts/account/views';
import { pathOf } from '#contracts/screens';
import { providerLabels } from '#contracts/shared/providers';

import { useViewer, displayName } from '../../lib/session.ts';
import { titleOf, monthText } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { EraseSection } from './erase-section.tsx';
import { MailForm, PublicPageSwitch } from './account-choices.tsx';
import { NamesForm, PublicNameForm } from './names-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { useGetProfileQuery } from './profile-api.ts';
import { Sessions } from './sessions.tsx';

/** The viewer's own account: names, password, sessions, and erasing it. */
export function ProfilePage() {
  const { status } = useViewer();
  // Stored here because the session ends with the account, and the page must not ask a person who has just erased it to
  // sign in.
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
      <div className="page mt-10 sm:mt-12">
        <div className="divide-y divide-line border-t border-line">
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
          <ProfileSection
            title="Public page"
            text="A page of your own, off unless you want it. It is gone as soon as you turn it off."
          >
            <PublicPageSwitch profile={profile} />
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
        </div>
      </div>
    </>
  );
}

interface ProfileSectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A section of the profile: its description at the left, its controls at the right. */
function ProfileSection({ title, text, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 py-9 sm:py-11 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-1.5 max-w-md text-md text-soft">{text}</p>
      </div>
      <div className="max-w-[680px]">{children}</div>
    </section>
  );
}

/** The placeholder of the profile while it loads. */
function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <p role="status" className="sr-only">
        Loading your profile...
      </p>
      <Skeleton className="h-40 rounded-none! sm:h-56" />
      <div className="page">
        <Skeleton className="mt-10 h-dvh" />
      </div>
    </>
  );
}

/** The picture of the current hour behind the signed-in person's name. */
function ProfileHead({ profile }: { readonly profile: Profile }) {
  const { email, createdAt, hasPassword, providers, isAdmin } = profile;
  const name = displayName(profile);
  const ways = [
    ...providers.map((provider) => providerLabels[provider]),
    ...(hasPassword ? ['a password'] : []),
  ];
  return (
    <div>
      <div className="relative h-40 overflow-hidden bg-night sm:h-56">
        <div className="light-of-hour absolute inset-0 bg-position-[68%_54%]" />
      </div>
      <div className="page flex flex-col gap-x-7 gap-y-4 sm:flex-row">
        <div className="relative z-1 -mt-14 size-28 shrink-0 overflow-hidden rounded-full border-4 border-paper bg-sunk sm:-mt-16 sm:size-36">
          <Avatar profile={profile} />
        </div>
        <div className="min-w-0 sm:pt-5">
          <h1 className="text-3xl sm:text-4xl">{name}</h1>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 wrap-anywhere">
            {name !== email && email}
            {isAdmin && <Badge tone="pending">Administrator</Badge>}
          </p>
          <p className="mt-1 text-md text-soft">
            Here since {monthText(createdAt)}
            {ways.length > 0 && `, signing in with ${list(ways)}`}.
          </p>
        </div>
      </div>
    </div>
  );
}

function Avatar({ profile: { profileImageUrl } }: { readonly profile: Profile }) {
  const nobodys = <UserRound size={72} strokeWidth={1.2} aria-hidden className="m-auto h-full text-soft" />;
  if (profileImageUrl === null) return nobodys;
  return <Picture src={profileImageUrl} alt="" width={144} height={144} eager fallback={nobodys} />;
}

const list = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words);
