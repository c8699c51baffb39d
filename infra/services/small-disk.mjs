import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.mjs';

const FILLED_AT_ONCE = 4_096;
const fillerIn = (folder) => join(folder, 'filler');

/**
 * From now on the folder is a separate disk of this size.
 * @throws where the process may not mount one: only root can
 */
export async function mountDisk(folder, megabytes) {
  try {
    await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch (error) {
    throw new Error(`A disk of ${megabytes} MB cannot be mounted, which takes root: ${error.message}`, {
      cause: error,
    });
  }
}

/** Takes what room is left on the disk. */
export async function fillDisk(folder) {
  const filler = await open(fillerIn(folder), 'w');
  try {
    for (;;) await filler.write(Buffer.alloc(FILLED_AT_ONCE));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    await filler.close();
  }
}

/** Gives back what `fillDisk` took. */
export const freeDisk = (folder) => rm(fillerIn(folder));

/**
 * What was on the disk is gone; the folder stays. At once, even if a helper of the server that has just ended still has
 * a file of it open: the disk itself goes with that.
 */
export const unmountDisk = (folder) => runCommand('umount', ['--lazy', folder]);
