import { accessSync, constants, statfsSync } from 'node:fs';

/** A file system of Linux that is kept in memory. */
const SHARED_MEMORY = '/dev/shm';
/** More than a whole run of the tests has been seen to need at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * The folder for data that go with their test run: making and removing some hundred files for each test's database costs
 * there a tenth of what it costs on a disk.
 *
 * @returns {string | null} null on a machine that offers none, or too little: a container's is 64 MB unless configured
 */
export function memoryFolder() {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? SHARED_MEMORY : null;
  } catch {
    return null;
  }
}
