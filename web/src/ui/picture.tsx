import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { createContext, use, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';

/** How the pictures inside load: at once if `eager`, wherever they are. Failed ones load again when `attempt` rises. */
export const PictureLoading = createContext({ eager: false, attempt: 0 });

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
  /** Visible on the first screen: loaded at once, before other pictures. */
  readonly eager?: boolean;
  readonly className?: string;
  /** Shown if the address has no picture; by default a sign that the picture is missing. */
  readonly fallback?: ReactNode;
  /** Called if the address has no picture. */
  readonly onBroken?: () => void;
}

/**
 * A picture that fills its box, whose space is reserved before the picture loads; a broken picture becomes a plain
 * placeholder.
 */
export function Picture({ srcSet, sizes = '100vw', placeholder, eager = false, ...rest }: PictureProps) {
  // The page's policy allows pictures only over https; most pictures with an http address are available over https too.
  const src = rest.src.replace(/^http:\/\//i, 'https://');
  const { eager: isEager, attempt } = use(PictureLoading);
  const [broken, setBroken] = useState<string | null>(null);
  const asked = `${attempt} ${src}`;
  const style: CSSProperties = placeholder !== undefined ? { background: placeholder } : {};
  const image = useRef<HTMLImageElement>(null);
  // On a page rendered by the server the picture may have failed before this code ran.
  useEffect(() => {
    if (image.current?.complete === true && image.current.naturalWidth === 0) setBroken(asked);
  }, [asked]);
  if (broken === asked || src === '')
    return (
      <span
        data-broken={src}
        {...(rest.alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': rest.alt })}
        className={clsx('grid size-full place-items-center bg-sunk text-outline', rest.className)}
      >
        {rest.fallback ?? <ImageOff size={28} strokeWidth={1.5} aria-hidden />}
      </span>
    );
  return (
    <img
      ref={image}
      src={src}
      {...(srcSet ? { srcSet, sizes } : {})}
      alt={rest.alt}
      width={rest.width}
      height={rest.height}
      loading={eager || isEager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      // Another site that serves the picture must not learn which page the person views.
      referrerPolicy={/^\/\w/.test(src) ? undefined : 'no-referrer'}
      style={style}
      onError={() => {
        setBroken(asked);
        rest.onBroken?.();
      }}
      className={clsx('size-full bg-sunk object-cover', rest.className)}
    />
  );
}
