import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a script with a folder on a separate disk of 256 kB, and returns its output; undefined if the system allows no
 * such disk.
 */
export async function onSmallDisk(script: string, folder: string): Promise<string | undefined> {
  // In a separate namespace, which not every system allows.
  const shell = 'mount -t tmpfs -o size=256k tmpfs "$1" || exit 77; "$2" "$3" "$1" || exit 78';
  const args = ['-rm', 'sh', '-c', shell, 'sh', folder, process.execPath, script];
  try {
    return (await promisify(execFile)('unshare', args)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 78) throw error;
    return undefined;
  }
}
