import { useState } from 'react';

import type { Coordinates } from '#contracts/shared/coordinates';

import { lookingForPosition, noPositionTexts, positionNow, roughDecimals } from '../../lib/position.ts';
import { Button } from '../../ui/button.tsx';

interface NearMeProps {
  readonly isOn: boolean;
  readonly onChange: (near: Coordinates | null) => void;
}

/** Lists the places near the visitor. The position is rounded before it is sent, and is not stored. */
export function NearMe({ isOn, onChange }: NearMeProps) {
  const [told, setTold] = useState('');
  const [isLooking, setLooking] = useState(false);
  const find = async () => {
    setLooking(true);
    setTold(lookingForPosition);
    const found = await positionNow(roughDecimals);
    setLooking(false);
    if (typeof found === 'string') return setTold(`${noPositionTexts[found]} Move the map instead.`);
    setTold('');
    onChange(found);
  };
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button pending={isLooking} aria-pressed={isOn} onClick={() => (isOn ? onChange(null) : void find())}>
        {isOn ? 'Show what the map shows' : 'Near me'}
      </Button>
      <p role="status" className="text-sm text-soft empty:-mt-1.5">
        {told}
      </p>
    </div>
  );
}
