import { randomBytes } from 'node:crypto';
import { access, mkdtemp, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

/** PostgreSQL writes a table in files of this size. */
const SEGMENT_BYTES = 1_024 ** 3;
const WRITE_BYTES = 1_024 ** 2;

/** Files that hold nothing, on the file system of the database. */
export interface FileFloor {
  /** What a drop of as many bytes cannot avoid: removes them. Again, it does nothing. */
  remove(): Promise<void>;
}

/**
 * Writes files of as many bytes as a table has, in the page cache and on the disk like the table's own.
 * @returns null where the database's files are not on this machine, or not ours to write beside
 */
export async function writeFileFloor(db: Database, bytes: number): Promise<FileFloor | null> {
  const data = await dataFolder(db);
  const folder = await folderBeside(data);
  if (folder === null) return null;
  for (let left = bytes; left > 0; left -= SEGMENT_BYTES)
    await writeSegment(join(folder, String(left)), Math.min(left, SEGMENT_BYTES));
  return { remove: () => rm(folder, { recursive: true, force: true }) };
}

async function dataFolder(db: Database): Promise<string> {
  const [{ folder } = { folder: '' }] = await rows(
    z.object({ folder: z.string() }),
    db.$queryRaw`SELECT current_setting('data_directory') AS folder`,
  );
  return folder;
}

async function folderBeside(data: string): Promise<string | null> {
  try {
    await access(join(data, 'PG_VERSION'));
    return await mkdtemp(join(dirname(data), 'bench-floor-'));
  } catch {
    return null;
  }
}

async function writeSegment(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'wx');
  const block = randomBytes(WRITE_BYTES);
  for (let left = bytes; left > 0; left -= WRITE_BYTES)
    await file.write(block, 0, Math.min(left, WRITE_BYTES));
  await file.sync();
  await file.close();
}
