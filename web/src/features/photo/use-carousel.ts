import useEmbla from 'embla-carousel-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { scrollBehavior } from '../../ui/scrolling.ts';

/** One slide at a time, endlessly, by buttons and by swiping; `held` disables swiping while a photo is enlarged. */
export function useCarousel(count: number, held: boolean, onTurned: () => void) {
  const isHeld = useRef(held);
  useEffect(() => {
    isHeld.current = held;
  });
  const turned = useEffectEvent(onTurned);
  const [options] = useState(() => ({
    loop: true,
    // Checked at each touch: a new option would restart the carousel.
    watchDrag: () => !isHeld.current,
  }));
  const [viewport, embla] = useEmbla(options);
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    if (!embla) return;
    const follow = () => {
      setSelected(embla.selectedScrollSnap());
      turned();
    };
    embla.on('select', follow).on('reInit', follow);
    return () => void embla.off('select', follow).off('reInit', follow);
  }, [embla]);
  return {
    /** A ref for the element around the slides. */
    viewport,
    // A photo may have been deleted a moment ago.
    index: Math.min(selected, count - 1),
    turn: (by: -1 | 1) => (by === 1 ? embla?.scrollNext(isStill()) : embla?.scrollPrev(isStill())),
    show: (index: number) => embla?.scrollTo(index, isStill()),
  };
}

const isStill = (): boolean => scrollBehavior() === 'auto';
