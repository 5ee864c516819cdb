import { createElement, type SVGProps } from 'react';

/** An icon of lucide, as its package exports it. */
interface IconData {
  readonly name: string;
  readonly node: ReadonlyArray<readonly [tag: string, attributes: Readonly<Record<string, string>>]>;
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In pixels. */
  readonly size?: number;
}

/**
 * Creates an icon's component. The build uses this function instead of lucide's own (see `vite.config.ts`), whose
 * options would slow down a page of a hundred icons. `.lucide` in the styles has what is the same for all.
 */
export function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  const ownClass = `lucide lucide-${name}`;
  return ({ size = 24, className, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        strokeWidth: 2,
        'aria-hidden': true,
        ...rest,
        className: className === undefined ? ownClass : `${ownClass} ${className}`,
      },
      shapes,
    );
}
