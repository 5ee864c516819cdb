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
 * The component of an icon: what stands in the build for the function of that package (see `vite.config.ts`), whose
 * options a page of a hundred icons would pay for.
 */
export function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  const ownClass = `lucide-${name}`;
  return ({ size = 24, className, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
        className: className === undefined ? ownClass : `${ownClass} ${className}`,
      },
      shapes,
    );
}
