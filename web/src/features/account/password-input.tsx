import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '../../ui/button.tsx';
import { limits } from '#contracts/shared/limits';

import { Field, TextInput } from '../../ui/field.tsx';

/** A password field with a button that shows what was typed. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <TextInput
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label="Show what is typed"
        aria-pressed={shown}
        className="absolute! top-0.5 right-1"
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

interface NewPasswordFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly error: string | undefined;
}

export const NewPasswordField = ({ label, error, ...control }: NewPasswordFieldProps) => (
  <Field label={label} required error={error} description={`At least ${limits.passwordLeast} characters.`}>
    {(ids) => <PasswordInput {...ids} {...control} autoComplete="new-password" />}
  </Field>
);
