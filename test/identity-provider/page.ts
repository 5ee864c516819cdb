import type { FakePerson } from './people.ts';

/** A person's choice at the provider: a person, going back, or an error. */
export type Choice =
  | { readonly kind: 'person'; readonly person: FakePerson }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'fail' };

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const button = (value: string, text: string) =>
  `<button name="choice" value="${escape(value)}">${escape(text)}</button>`;

/** The page with the choices. Its form is sent to the page's own address. */
export function choicePage(providerName: string, people: Iterable<FakePerson>): string {
  const rows = [...people].map(({ id, name, email, emailVerified }) => {
    const about = email === null ? 'no email' : `${email}${emailVerified ? '' : ', not verified'}`;
    return `<li>${button(id, `${name} (${about})`)}</li>`;
  });
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Sign in with ${escape(providerName)}</title>
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
    ul { list-style: none; padding: 0; display: grid; gap: 0.5rem; }
    button { font: inherit; width: 100%; padding: 0.6rem; text-align: start; }
  </style>
  <h1>${escape(providerName)}, for development</h1>
  <p>Nobody is asked for a password here. Who are you?</p>
  <form method="post">
    <ul>${rows.join('')}</ul>
    <ul><li>${button('cancel', 'Cancel')}</li><li>${button('fail', 'Fail with an error')}</li></ul>
  </form>
</html>
`;
}

/** What was chosen on the page; undefined for an unknown choice. */
export function choiceOf(form: URLSearchParams, people: ReadonlyMap<string, FakePerson>): Choice | undefined {
  const choice = form.get('choice') ?? '';
  if (choice === 'cancel' || choice === 'fail') return { kind: choice };
  const person = people.get(choice);
  return person && { kind: 'person', person };
}
