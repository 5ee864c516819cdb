/** A part of a page's text. */
export type Part =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/**
 * Splits a text into parts at empty lines: a line that starts with `#` is a heading, lines that start with `-` are a
 * list, anything else is a paragraph. Text is never interpreted as HTML.
 */
export function partsOf(text: string): readonly Part[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .flatMap((block) => blockParts(block.trim().split('\n')));
}

function blockParts(lines: readonly string[]): readonly Part[] {
  const [first = ''] = lines;
  if (first === '') return [];
  const heading = /^#+\s*(.*)$/.exec(first)?.[1];
  if (heading !== undefined) return [{ kind: 'heading', text: heading }, ...blockParts(lines.slice(1))];
  if (first.startsWith('- ')) {
    const items = lines.join('\n').split(/\n(?=- )/);
    return [{ kind: 'list', items: items.map((item) => oneLine(item.slice(2))) }];
  }
  return [{ kind: 'paragraph', text: oneLine(lines.join('\n')) }];
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();
