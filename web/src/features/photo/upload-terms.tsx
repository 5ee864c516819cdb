import { useId, useState } from 'react';

import { limits } from '#contracts/shared/limits';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { messageOf } from '../../lib/session-calls.ts';
import { useRights } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { useChangeAccountMutation } from '../account/profile-api.ts';
import { Licence } from './licence.tsx';

/** Asks for consent to the licence of shared photos, and for the name shown beside them, at the first upload. */
export function UploadTerms() {
  const { user } = useRights();
  const { data: about } = useGetAboutQuery();
  return (
    <div className="flex flex-col gap-3 text-sm text-soft">
      {about && (
        <p>
          You share your photos under <Licence licence={about.photoLicence} />, so that others may use them
          and name you.
        </p>
      )}
      {user !== null &&
        (user.publicName === null ? <NameQuestion first={user.firstName} last={user.lastName} /> : null)}
    </div>
  );
}

interface NameQuestionProps {
  readonly first: string | null;
  readonly last: string | null;
}

function NameQuestion({ first, last }: NameQuestionProps) {
  const id = useId();
  const [change, { isLoading, data, error }] = useChangeAccountMutation();
  const [name, setName] = useState([first, last].filter(Boolean).join(' '));
  const saved = data?.publicName ?? null;
  if (saved !== null)
    return <p role="status">Your photos say “Photo: {saved}”. You can change it in your profile.</p>;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunk p-3">
      <label htmlFor={id}>
        Nobody’s name stands at your photos yet. With this one they would say “Photo: {name.trim() || '...'}”.
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          value={name}
          maxLength={limits.personName}
          autoComplete="nickname"
          className="min-h-9! min-w-0 flex-1 text-md!"
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          size="small"
          pending={isLoading}
          disabled={name.trim() === ''}
          onClick={() => void change({ publicName: name })}
        >
          Use this name
        </Button>
      </div>
      {error && (
        <p role="alert" className="font-medium text-no">
          {messageOf(error, 'The name could not be saved.')}
        </p>
      )}
    </div>
  );
}
