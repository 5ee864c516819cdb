// Draws the sample's pictures anew, by hand: npm run draw-sample
import path from 'node:path';

import { importSource } from '../../scripts/run-source.mjs';

const { drawPictures } = await importSource(path.join(import.meta.dirname, 'draw-pictures.ts'));
await drawPictures(
  path.join(import.meta.dirname, '../pictures'),
  path.join(import.meta.dirname, '../places/placeholders.ts'),
  (/** @type {string} */ text) => process.stdout.write(text),
);
