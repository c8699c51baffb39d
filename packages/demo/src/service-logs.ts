import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join, relative } from 'node:path';
import { PROJECT_ROOT, SERVICES, type ProcessName } from '@hub/cli';

/** The services' log lines in separate files, truncated at each start. */
export class ServiceLogs {
  private readonly files = new Map<ProcessName, WriteStream>();

  /** @param folder `.hub/logs` unless given */
  constructor(private readonly folder = join(PROJECT_ROOT, '.hub', 'logs')) {
    mkdirSync(this.folder, { recursive: true });
    for (const service of SERVICES)
      this.files.set(service, createWriteStream(join(this.folder, `${service}.log`)));
  }

  /** The location, for people. */
  get place(): string {
    return join(relative(process.cwd(), this.folder), '<service>.log');
  }

  write(service: ProcessName, line: string): void {
    this.files.get(service)?.write(`${line}\n`);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.files.values()].map((file) => new Promise<void>((resolve) => file.end(resolve))),
    );
  }
}
