import clsx from 'clsx';

import { lights, type Light, type LightChoice } from '#contracts/location/search-address';
import { bestTimeSlugs } from '#contracts/location/words';

import { Chip } from '../../ui/chip.tsx';

interface LightPickerProps {
  readonly value: LightChoice | undefined;
  readonly onChange: (value: LightChoice | null) => void;
  readonly on: 'paper' | 'picture';
  /** Smaller, and without the text beside it. */
  readonly compact?: boolean;
}

// The sun's positions, in the picture's coordinates (120 by 56).
const suns: Readonly<Record<Light, { readonly x: number; readonly y: number }>> = {
  morning: { x: 22, y: 37 },
  afternoon: { x: 52, y: 14 },
  evening: { x: 82, y: 37 },
  night: { x: 113, y: 14 },
};
const width = 120;
const height = 56;

/** The sun's path over the horizon: pressing an hour filters for places that are good then. */
export function LightPicker({ value, onChange, on, compact = false }: LightPickerProps) {
  const scale = compact ? 0.8 : 1;
  const picked = value === 'now' ? undefined : value;
  const choose = (light: LightChoice) => onChange(value === light ? null : light);
  const line = on === 'picture' ? 'text-white/75' : 'text-outline';
  return (
    <div
      role="group"
      aria-label="Light"
      className={clsx('flex items-center gap-2', compact ? 'shrink-0' : 'flex-wrap')}
    >
      <div
        className={clsx('relative shrink-0', line)}
        style={{ width: width * scale, height: height * scale }}
      >
        <svg aria-hidden viewBox={`0 0 ${width} ${height}`} fill="none" className="absolute inset-0">
          <path d="M2 46h116" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          <path d="M18 46a34 34 0 0 1 68 0" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 3" />
        </svg>
        {lights.map((light) => (
          <Sun
            key={light}
            light={light}
            pressed={picked === light}
            on={on}
            scale={scale}
            compact={compact}
            onClick={() => (picked === light ? onChange(null) : onChange(light))}
          />
        ))}
      </div>
      <span
        className={clsx(
          'text-sm font-medium',
          compact ? 'sr-only' : 'min-w-24',
          on === 'picture' ? 'text-white' : 'text-ink',
        )}
      >
        {picked ? lightWords[picked] : value === 'now' ? 'Right now' : 'Any light'}
        <span className={clsx('block text-xs', on === 'picture' ? 'text-white/80' : 'text-soft')}>
          {picked ? hoursOf(picked) : value === 'now' ? 'by the sun there' : 'pick an hour'}
        </span>
      </span>
      <Chip on={on} pressed={value === 'now'} onClick={() => choose('now')}>
        Good right now
      </Chip>
    </div>
  );
}

/** '6-11 AM'. */
const hoursOf = (light: Light): string => /\((.+)\)/.exec(bestTimeSlugs[light])?.[1] ?? '';

interface SunProps {
  readonly light: Light;
  readonly pressed: boolean;
  readonly on: 'paper' | 'picture';
  readonly scale: number;
  readonly compact: boolean;
  readonly onClick: () => void;
}

function Sun({ light, pressed, on, scale, compact, onClick }: SunProps) {
  const { x, y } = suns[light];
  return (
    <button
      type="button"
      aria-label={bestTimeSlugs[light]}
      title={bestTimeSlugs[light]}
      aria-pressed={pressed}
      onClick={onClick}
      className={clsx(
        'absolute grid -translate-1/2 place-items-center rounded-full',
        // The smallest target that is easy to hit; larger ones would cover each other.
        compact ? 'size-6' : 'size-7',
        on === 'picture' && 'focus-visible:outline-white',
      )}
      style={{ left: x * scale, top: y * scale }}
    >
      <span
        aria-hidden
        className={clsx(
          'rounded-full border-2 transition-[width,height,background-color] duration-150',
          pressed ? 'size-5 border-accent bg-accent' : 'size-3.5',
          !pressed && on === 'picture' && 'border-white bg-black/40 hover:bg-white',
          !pressed && on === 'paper' && 'border-outline bg-paper hover:bg-accent',
          // At night there is no sun, only a hollow moon.
          light === 'night' && pressed && 'border-3 bg-transparent!',
        )}
      />
    </button>
  );
}

const lightWords: Readonly<Record<Light, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  night: 'Night',
};

/** The start of a title for a search by light: 'Evening light'. */
export const lightName = (light: LightChoice): string =>
  light === 'now' ? 'Good right now' : `${lightWords[light]} light`;
