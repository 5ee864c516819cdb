import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState, type CSSProperties } from 'react';

export interface PictureProps {
  readonly src: string;
  readonly srcSet?: string | null | undefined;
  /** Its displayed width, as in `sizes` of an `img`. */
  readonly sizes?: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
  /** A CSS background shown until the picture is there. */
  readonly placeholder?: string | undefined;
  /** Visible on the first screen: loaded at once, before others. */
  readonly eager?: boolean;
  readonly className?: string;
  /** Called if the address leads to no picture. */
  readonly onBroken?: () => void;
}

/** A picture that fills its box, whose space is reserved before it loads; a broken one becomes a plain placeholder. */
export function Picture({ srcSet, sizes = '100vw', placeholder, eager = false, ...rest }: PictureProps) {
  // The page's policy allows pictures only over https; most of those with an http address are available there too.
  const src = rest.src.replace(/^http:\/\//i, 'https://');
  const [broken, setBroken] = useState<string | null>(null);
  const style: CSSProperties = placeholder !== undefined ? { background: placeholder } : {};
  if (broken === src)
    return (
      <span
        {...(rest.alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': rest.alt })}
        className={clsx('grid size-full place-items-center bg-sunk text-outline', rest.className)}
      >
        <ImageOff size={28} strokeWidth={1.5} aria-hidden />
      </span>
    );
  return (
    <img
      src={src}
      {...(srcSet ? { srcSet, sizes } : {})}
      alt={rest.alt}
      width={rest.width}
      height={rest.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      style={style}
      onError={() => {
        setBroken(src);
        rest.onBroken?.();
      }}
      className={clsx('size-full bg-sunk object-cover', rest.className)}
    />
  );
}
