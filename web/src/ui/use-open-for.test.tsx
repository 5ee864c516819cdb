// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { useOpenFor } from './use-open-for.ts';

test('a dialog keeps its content while it fades out, and shows the new content when it opens again', () => {
  const { result } = renderHook(() => {
    const [wanted, show] = useState<string | null>(null);
    const [shown, dialog] = useOpenFor(wanted, () => show(null));
    return { shown, show, ...dialog };
  });
  const seen = () => [result.current.shown, result.current.open];
  expect(seen()).toEqual([null, false]);
  act(() => result.current.show('first'));
  expect(seen()).toEqual(['first', true]);
  act(() => result.current.onOpenChange(false));
  expect(seen()).toEqual(['first', false]);
  act(() => result.current.show('second'));
  expect(seen()).toEqual(['second', true]);
});
