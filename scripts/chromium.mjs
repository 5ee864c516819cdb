import { existsSync } from 'node:fs';

// Debian's two builds: the headless shell needs half the CPU for the same pages.
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of Chromium: `CHROMIUM_PATH`, otherwise one of Debian's; undefined if there is none. */
export const chromiumPath = () =>
  [process.env['CHROMIUM_PATH'] || places].flat().find((place) => existsSync(place));
