import { startLightfall } from './start.ts';
import { runProcess } from '../run-process.ts';

/** `npm start`: the three services in one process, on one port. */
runProcess(startLightfall);
