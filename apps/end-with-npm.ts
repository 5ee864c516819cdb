/** Milliseconds between two looks at the parent, since no signal tells of its end. */
const between = 500;

/**
 * Sends this process SIGTERM when the shell ends in which npm runs it. npm passes SIGTERM to that shell only, and many
 * shells end without passing it on: the server would go on and keep its port and its folder. Does nothing without npm.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, between).unref();
}
