/** Texts that would run, load or break something if a page treated them as markup. */
export const markup = [
  '<script>globalThis.ran = 1</script>',
  '"><img src=x onerror="globalThis.ran=1">',
  "'><svg/onload=globalThis.ran=1>",
  '</title></style></textarea></script><script>globalThis.ran=1</script>',
  'javascript:globalThis.ran=1',
  '{{constructor.constructor("globalThis.ran=1")()}}',
  '${globalThis.ran=1}',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<a href="javascript:globalThis.ran=1">x</a>',
  '<math><mtext></table><mglyph><style><img src=x onerror=globalThis.ran=1>',
  '&lt;script&gt;globalThis.ran=1&lt;/script&gt;',
  '\\u003cscript\\u003eglobalThis.ran=1\\u003c/script\\u003e',
] as const;
