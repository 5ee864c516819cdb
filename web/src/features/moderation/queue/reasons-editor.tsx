import { useState, type ReactNode } from 'react';

import { Reasons } from '#contracts/moderation/team-api';
import { limits } from '#contracts/shared/limits';

import { messageOf } from '../../../lib/session-calls.ts';
import { useViewer } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { DetailLoading } from '../desk/parts.tsx';
import { useGetReasonsQuery, useSetReasonsMutation } from '../desk/team-api.ts';

/**
 * The team's reasons, once they are known: a digit must never pick another reason than the one shown. The administrator
 * may change them here.
 */
export function WithReasons({ children }: { readonly children: (reasons: readonly string[]) => ReactNode }) {
  const { isAdmin } = useViewer();
  const { data, isError } = useGetReasonsQuery();
  const [isEdited, setEdited] = useState(false);
  if (data === undefined && !isError) return <DetailLoading failed={false} />;
  // Without them a reason can still be typed.
  const reasons = data?.reasons ?? [];
  if (isEdited) return <ReasonsEditor reasons={reasons} onDone={() => setEdited(false)} />;
  return (
    <>
      {children(reasons)}
      {isAdmin && data !== undefined && (
        <Button size="small" className="mt-4" onClick={() => setEdited(true)}>
          Change the reasons
        </Button>
      )}
    </>
  );
}

interface ReasonsEditorProps {
  readonly reasons: readonly string[];
  readonly onDone: () => void;
}

/** One line for each digit; empty lines are left out, and those below move up. */
function ReasonsEditor({ reasons, onDone }: ReasonsEditorProps) {
  const [lines, setLines] = useState(() =>
    Array.from({ length: limits.reasons }, (_, index) => reasons[index] ?? ''),
  );
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSetReasonsMutation();
  const send = async () => {
    const parsed = Reasons.safeParse({ reasons: lines.filter((line) => line.trim() !== '') });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null);
    const answer = await save(parsed.data);
    if (answer.error === undefined) onDone();
    else setError(messageOf(answer.error, 'The reasons could not be saved.'));
  };
  return (
    <form
      aria-label="Reasons of the team"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="mb-3 text-sm text-soft">Every moderator finds them under these digits, in this order.</p>
      <ol className="flex flex-col gap-2">
        {lines.map((line, index) => (
          <li key={index}>
            <TextInput
              aria-label={`Reason ${index + 1}`}
              value={line}
              onChange={(event) => {
                setLines(lines.with(index, event.target.value));
                setError(null);
              }}
            />
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="mt-2 text-sm font-medium text-no">
        {error}
      </p>
      <div className="mt-4 flex justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isLoading}>
          Save the reasons
        </Button>
      </div>
    </form>
  );
}
