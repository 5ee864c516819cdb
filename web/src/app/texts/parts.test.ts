import { describe, expect, it } from 'vitest';

import { partsOf } from './parts.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

describe('the text of a page', () => {
  it('is split into headings, paragraphs and lists', () => {
    expect(partsOf('# One\nThe first\nline.\r\n\r\n- a\n- b\n  goes on\n\n\n## Two\n\n<b>Three</b>')).toEqual(
      [
        { kind: 'heading', text: 'One' },
        { kind: 'paragraph', text: 'The first line.' },
        { kind: 'list', items: ['a', 'b goes on'] },
        { kind: 'heading', text: 'Two' },
        { kind: 'paragraph', text: '<b>Three</b>' },
      ],
    );
    expect(partsOf(' \n\n ')).toEqual([]);
  });

  it.each([
    ['privacy', privacyText, ['erase', 'cookie', '30 days', '37 days', 'former member']],
    ['terms', termsText, ['{licence}', 'declined', 'yours']],
  ])('%s contains the required statements', (_, text, words) => {
    for (const word of words) expect(text).toContain(word);
    expect(partsOf(text).filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(3);
  });
});
