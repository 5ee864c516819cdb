import { existsSync } from 'node:fs';

// Debian's two builds: the shell without a window needs half the processor for the same pages.
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Where Chromium is: `CHROMIUM_PATH`, else one of Debian's places; undefined where there is none. */
export const chromiumPath = () =>
  [process.env['CHROMIUM_PATH'] || places].flat().find((place) => existsSync(place));
