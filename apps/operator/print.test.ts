import { describe, expect, test } from 'vitest';

import { changeText } from './print.ts';

const long =
  'The terrace above the river is open all night, and in the morning mist often stands below it until nine.';

describe('changeText', () => {
  test('shows short values completely', () => {
    expect(changeText('Rome', 'Roma')).toBe('"Rome" → "Roma"');
    expect(changeText(null, 'Roma')).toBe('null → "Roma"');
    expect(changeText(1, undefined)).toBe('1 → –');
  });
  test('shows the changed words of long values, with a few words around them', () => {
    expect(changeText(long, long.replace('often', 'seldom'))).toBe(
      '…ight, and in the morning mist [-often-] {+seldom+} stands below it until nine."',
    );
    expect(changeText(long, `${long} Bring a torch.`)).toBe(
      '…t often stands below it until [-nine."-]{+nine. Bring a torch."+}',
    );
  });
  test('shows a new value completely', () => {
    expect(changeText(null, long)).toBe(`[-null-]{+${JSON.stringify(long)}+}`);
    expect(changeText(undefined, long)).toBe(`– → ${JSON.stringify(long)}`);
  });
  test('shows the changed parts of objects and lists', () => {
    const ids = Array.from({ length: 40 }, (_, index) => index);
    expect(changeText(ids, [...ids.slice(0, 20), ...ids.slice(21)])).toBe(
      '…, 13, 14, 15, 16, 17, 18, 19, [-20,-] 21, 22, 23, 24, 25, 26, 27, 28…',
    );
  });
});
