import { useState } from 'react';

import { limits } from '#contracts/shared/limits';

import { Button, type ButtonLook } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';

interface NewListFormProps extends Pick<ButtonLook, 'variant'> {
  /** Makes a list with this name; false if that fails. The name then stays in the form. */
  readonly onMake: (name: string) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly className: string;
}

export function NewListForm({ onMake, isBusy, className, ...look }: NewListFormProps) {
  const [name, setName] = useState('');
  const send = async () => {
    if (name.trim() !== '' && (await onMake(name))) setName('');
  };
  return (
    <form
      className={`flex flex-wrap ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        aria-label="Name of a new list"
        className="min-w-0 flex-1 basis-40 text-ellipsis"
        placeholder="Name of a new list"
        maxLength={limits.listName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" {...look} pending={isBusy}>
        New list
      </Button>
    </form>
  );
}
