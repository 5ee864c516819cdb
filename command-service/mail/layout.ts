import { escapeHtml } from '#contracts/shared/escape-html';
import { brand } from '#contracts/shared/texts';

import type { Mail } from './mailer.ts';

/** A part of an email: a text, which may have a heading with a link, and a quote; or a button with a link. */
export type Part =
  | {
      readonly text: string;
      readonly heading?: string;
      readonly href?: string | null;
      readonly quote?: string | null;
    }
  | { readonly link: string; readonly label: string };

export interface Content {
  readonly subject: string;
  readonly parts: readonly Part[];
  /** Says why the person gets this email, and how to stop it. */
  readonly footer: string;
  readonly publicOrigin: string;
}

/** Renders an email as plain text and as HTML in the product's style. Escapes all texts in the HTML. */
export function layOut(content: Content): Mail {
  return { subject: content.subject, text: plain(content), html: html(content) };
}

const plain = ({ parts, footer, publicOrigin }: Content): string =>
  [
    ...parts.map((part) =>
      'link' in part
        ? `${part.label}:\n${part.link}`
        : [part.heading, part.quote && `  ${part.quote.replaceAll('\n', '\n  ')}`, part.text, part.href]
            .filter((line) => line !== undefined && line !== null && line !== '')
            .join('\n'),
    ),
    `--\n${footer}\n${brand.name} · ${publicOrigin}`,
  ].join('\n\n') + '\n';

const serif = "Fraunces,Georgia,'Times New Roman',serif";
const sans = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs that ignore style sheets use the light colours, which are set on the elements.
const dark = `
@media (prefers-color-scheme: dark) {
  .paper { background: #131417 !important }
  .raised { background: #1b1d21 !important; border-color: #2f3238 !important }
  .ink { color: #f3efe8 !important }
  .soft { color: #aaa59b !important }
  .quote { border-color: #2f3238 !important; color: #aaa59b !important }
  .press { background: #f08a52 !important; color: #1c1008 !important }
}`;

function html({ subject, parts, footer, publicOrigin }: Content): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf8f4">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 20px;font:560 23px/1.2 ${serif};letter-spacing:-0.015em;color:#1c1a17">${escapeHtml(brand.name)}</td></tr>
<tr><td class="raised" style="padding:28px 28px 12px;background:#ffffff;border:1px solid #e2dbcf;border-radius:14px;font:400 16px/1.55 ${sans}">
${parts.map(htmlPart).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font:400 13px/1.5 ${sans};color:#5d574e">${escapeHtml(footer)}<br>${escapeHtml(brand.name)} · <a class="soft" href="${escapeHtml(publicOrigin)}" style="color:#5d574e">${escapeHtml(publicOrigin)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function htmlPart(part: Part): string {
  if ('link' in part) {
    const { link, label } = part;
    return `<p style="margin:0 0 16px"><a class="press" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#b4471b;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:#5d574e;word-break:break-all">${escapeHtml(link)}</p>`;
  }
  const { heading, href, text, quote } = part;
  return [
    heading === undefined ? '' : htmlHeading(heading, href),
    quote === undefined || quote === null
      ? ''
      : `<p class="quote" style="margin:0 0 12px;padding:2px 0 2px 14px;border-left:3px solid #e2dbcf;color:#5d574e;white-space:pre-line">${escapeHtml(quote)}</p>`,
    text === '' ? '' : `<p class="ink" style="margin:0 0 16px;color:#1c1a17">${escapeHtml(text)}</p>`,
  ].join('');
}

function htmlHeading(heading: string, href: string | null | undefined): string {
  const words = escapeHtml(heading);
  const content =
    href === undefined || href === null
      ? words
      : `<a class="ink" href="${escapeHtml(href)}" style="color:#1c1a17;text-decoration:underline;text-underline-offset:3px">${words}</a>`;
  return `<h1 class="ink" style="margin:0 0 16px;font:560 20px/1.3 ${serif};letter-spacing:-0.015em;color:#1c1a17">${content}</h1>`;
}
