import { runProcess } from '../run-process.ts';
import { startThread } from './projections-thread.ts';
import { startLightfall } from './start.ts';

/** Beside this file in dist/. */
const projector = new URL('./projector.js', import.meta.url);

/** `npm start`: the three services in one process, on one port. */
runProcess((deps) => startLightfall({ ...deps, projectionsThread: startThread(projector) }));
