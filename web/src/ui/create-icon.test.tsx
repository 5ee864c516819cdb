// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as flag from 'lucide-react/icons/flag';
import * as imageOff from 'lucide-react/icons/image-off';
import * as star from 'lucide-react/icons/star';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createIcon } from './create-icon.ts';

const styles = readFileSync(join(import.meta.dirname, '../styles.css'), 'utf8');
const [, rule = ''] = /\.lucide \{([^}]*)\}/.exec(styles) ?? [];
/** What the style sheet declares for every icon, as attributes. */
const declared = rule
  .split(';')
  .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replace(': ', '=')]));

/** Names and attributes of an element and of all in it; those of the icon itself that the style sheet declares too. */
function drawn(icon: ReactElement) {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(icon);
  return [...page.querySelectorAll('*')].map((element) => ({
    name: element.localName,
    // Nothing uses the package's own class, and elements inside HTML need no namespace.
    classes: [...element.classList].filter((name) => name !== 'lucide').sort(),
    attributes: [
      ...new Set([
        ...(element.matches('svg.lucide') ? declared : []),
        ...element
          .getAttributeNames()
          .filter((name) => name !== 'class' && name !== 'xmlns')
          .map((name) => `${name}=${element.getAttribute(name)}`),
      ]),
    ].sort(),
  }));
}

type IconData = Parameters<typeof createIcon>[0];
// The cast: the package exports the data, but its types do not say so.
const dataOf = (icon: object) => (icon as { readonly __iconData: IconData }).__iconData;

test.each([
  ['star', star],
  ['image-off', imageOff],
  ['flag', flag],
])('draws what the package would: %s', (_, icon) => {
  const Theirs = icon.default;
  const Ours = createIcon(dataOf(icon));
  const asked = { size: 19, strokeWidth: 1.5, 'aria-hidden': true, className: 'fill-current text-accent' };
  expect(drawn(<Ours {...asked} />)).toEqual(drawn(<Theirs {...asked} />));
  expect(drawn(<Ours />)).toEqual(drawn(<Theirs />));
});
