import type { Page } from 'playwright-core';

/** For `prepare`: a reader's style sheet that makes every text twice as large, from the first paint. */
export const twiceTheText = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets = [sheet];
  });
};

/** Whatever does not fit on the screen: a page wider than it, texts that are cut off or overlap. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      readonly text: string;
      readonly node: Node;
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide, the window ${clientWidth}`);
    const isHidden = (element: Element) => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { width, height } = each.getBoundingClientRect();
        if (width <= 1 && height <= 1) return true;
      }
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const boxes: Box[] = [];
    // Elements over the page are checked on their own.
    const root = [...document.querySelectorAll('[role="dialog"], [role="listbox"]')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || isHidden(parent)) continue;
      if (parent.closest('script, style, noscript, option, .maplibregl-map') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let sticks = false;
      let [left, right, top, bottom] = [-Infinity, Infinity, -Infinity, Infinity];
      for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        sticks ||= style.position === 'sticky' || (style.position === 'fixed' && each !== root);
        if (style.overflowX === 'visible') continue;
        const edge = each.getBoundingClientRect();
        // Scrolling elements, and texts with an ellipsis, do not count as cut off.
        const shortens = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (!shortens && !/auto|scroll/.test(style.overflowX)) {
          const whole = range.getBoundingClientRect();
          const isCut =
            Math.max(whole.left, left) < edge.left - 1 || Math.min(whole.right, right) > edge.right + 1;
          if (isCut) found.push(`cut off: ${text}`);
        }
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      if (sticks) continue;
      for (const rect of range.getClientRects()) {
        // Without the space above and below the letters.
        const spare = rect.height / 5;
        boxes.push({
          text,
          node,
          left: Math.max(rect.left, left) + 1,
          right: Math.min(rect.right, right) - 1,
          top: Math.max(rect.top + spare, top),
          bottom: Math.min(rect.bottom - spare, bottom),
        });
      }
    }
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (one.node !== other.node && width > 0 && height > 0)
          found.push(`${one.text} lies over ${other.text}`);
      }
    return found;
  });
