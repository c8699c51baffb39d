import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { PrivateDatabase } from '../chaos/private-database';
import { ask } from '../outages/ask';

const run = promisify(execFile);
const DataFolder = z.tuple([z.object({ data_directory: z.string() })]);
const InRecovery = z.tuple([z.object({ recovering: z.boolean() })]);
const LOOK_EVERY_MS = 200;
const STARTS = 5;
const STARTS_AGAIN_AFTER_MS = 2_000;

/** Continuous archiving of a private PostgreSQL, as docs/operators/backup.md has it, in folders beside its data. */
export class Archive {
  private constructor(
    private readonly database: PrivateDatabase,
    private readonly dataFolder: string,
  ) {}

  private get folder(): string {
    return join(dirname(this.dataFolder), 'archive');
  }

  private get base(): string {
    return join(dirname(this.dataFolder), 'base');
  }

  /** Switches archiving on, which takes a restart. */
  static async begin(database: PrivateDatabase): Promise<Archive> {
    const [{ data_directory: dataFolder }] = DataFolder.parse(
      await ask(database.behindTheWire, 'SHOW data_directory'),
    );
    const archive = new Archive(database, dataFolder);
    // The server's user owns the folder, as it owns its data.
    await run('mkdir', [archive.folder]);
    await run('chown', ['--reference', dataFolder, archive.folder]);
    await ask(database.behindTheWire, 'ALTER SYSTEM SET archive_mode = on');
    const command = `test ! -f ${archive.folder}/%f && cp %p ${archive.folder}/%f`;
    await ask(database.behindTheWire, `ALTER SYSTEM SET archive_command = '${command}'`);
    await database.stop();
    await database.startAgain();
    return archive;
  }

  /** A base backup while everything runs. */
  async backUp(): Promise<void> {
    await run(join(await this.programs(), 'pg_basebackup'), [
      `--pgdata=${this.base}`,
      `--dbname=${this.database.behindTheWire}`,
      '--checkpoint=fast',
      '--wal-method=stream',
    ]);
    // The user who takes a backup owns it; the server that is restored has to own its data.
    await run('chown', ['-R', '--reference', this.dataFolder, this.base]);
  }

  /** The database goes back to a moment: nothing that was committed later is in it. */
  async restoreTo(moment: string): Promise<void> {
    await ask(this.database.behindTheWire, 'SELECT pg_switch_wal()');
    // A server that stops archives what is left first.
    await this.database.stop();
    await run('rm', ['-rf', this.dataFolder]);
    await run('cp', ['-a', this.base, this.dataFolder]);
    await appendFile(
      join(this.dataFolder, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${this.folder}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        "recovery_target_action = 'promote'",
        '',
      ].join('\n'),
    );
    await writeFile(join(this.dataFolder, 'recovery.signal'), '');
    await run('chown', ['--reference', this.folder, join(this.dataFolder, 'recovery.signal')]);
    await this.startRecovered();
    while (await this.isRecovering()) await wait(LOOK_EVERY_MS);
  }

  /** Where this server's own programs are. */
  private async programs(): Promise<string> {
    const rows = await ask(
      this.database.behindTheWire,
      "SELECT setting FROM pg_config WHERE name = 'BINDIR'",
    );
    return z.tuple([z.object({ setting: z.string() })]).parse(rows)[0].setting;
  }

  /** The start checks whether its database is there, which a server that is still recovering may not answer: then it is tried again. */
  private async startRecovered(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.startAgain();
      } catch (error) {
        if (attempt === STARTS) throw error;
        await wait(STARTS_AGAIN_AFTER_MS);
      }
    }
  }

  private async isRecovering(): Promise<boolean> {
    const rows = await ask(this.database.behindTheWire, 'SELECT pg_is_in_recovery() AS recovering');
    return InRecovery.parse(rows)[0].recovering;
  }
}

/** The time at the database. */
export async function now(database: PrivateDatabase): Promise<string> {
  const rows = await ask(database.behindTheWire, 'SELECT clock_timestamp()::text AS now');
  return z.tuple([z.object({ now: z.string() })]).parse(rows)[0].now;
}
