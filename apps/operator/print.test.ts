import { describe, expect, test } from 'vitest';

import { changeText } from './print.ts';

const long =
  'The terrace above the river is open all night, and in the morning mist often stands below it until nine.';

describe('changeText', () => {
  test('short values stand whole', () => {
    expect(changeText('Rome', 'Roma')).toBe('"Rome" → "Roma"');
    expect(changeText(null, 'Roma')).toBe('null → "Roma"');
    expect(changeText(1, undefined)).toBe('1 → –');
  });
  test('of long values the words that changed, with a few around them', () => {
    expect(changeText(long, long.replace('often', 'seldom'))).toBe(
      '…ight, and in the morning mist [-often-] {+seldom+} stands below it until nine."',
    );
    expect(changeText(long, `${long} Bring a torch.`)).toBe(
      '…t often stands below it until [-nine."-]{+nine. Bring a torch."+}',
    );
  });
  test('a value that was not there stands whole', () => {
    expect(changeText(null, long)).toBe(`[-null-]{+${JSON.stringify(long)}+}`);
    expect(changeText(undefined, long)).toBe(`– → ${JSON.stringify(long)}`);
  });
  test('of objects and lists the parts that changed', () => {
    const ids = Array.from({ length: 40 }, (_, index) => index);
    expect(changeText(ids, [...ids.slice(0, 20), ...ids.slice(21)])).toBe(
      '…, 13, 14, 15, 16, 17, 18, 19, [-20,-] 21, 22, 23, 24, 25, 26, 27, 28…',
    );
  });
});
