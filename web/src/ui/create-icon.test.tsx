// @vitest-environment jsdom
import * as flag from 'lucide-react/icons/flag';
import * as imageOff from 'lucide-react/icons/image-off';
import * as star from 'lucide-react/icons/star';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createIcon } from './create-icon.ts';

/** Names and attributes of an element and of all in it. */
function drawn(icon: ReactElement) {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(icon);
  return [...page.querySelectorAll('*')].map((element) => ({
    name: element.localName,
    // Nothing uses the package's own class, and elements inside HTML need no namespace.
    classes: [...element.classList].filter((name) => name !== 'lucide').sort(),
    attributes: element
      .getAttributeNames()
      .filter((name) => name !== 'class' && name !== 'xmlns')
      .sort()
      .map((name) => `${name}=${element.getAttribute(name)}`),
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
