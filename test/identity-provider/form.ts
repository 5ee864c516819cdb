import type Koa from 'koa';

/** The form that a browser or a client sent. */
export async function formOf(ctx: Koa.Context): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of ctx.req.setEncoding('utf8')) text += String(chunk);
  return new URLSearchParams(text);
}
