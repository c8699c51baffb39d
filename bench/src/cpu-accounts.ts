import { readdirSync, readFileSync } from 'node:fs';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';
import { print } from './benchmark';

const PidRow = z.object({ pid: z.int() });

/** Linux reports CPU time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * CPU time by process, from `/proc`: where the CPU time of a benchmark goes. What no named process used is printed as
 * the rest: the broker, and everything else on the machine. Silent where there is no `/proc`.
 */
export class CpuAccounts {
  private readonly accounts = new Map<string, () => number>();
  private before = new Map<string, number>();

  watch(name: string, ...pids: (number | undefined)[]): void {
    this.accounts.set(name, () => pids.reduce((sum: number, pid) => sum + processMs(pid), 0));
  }

  /** All processes of the PostgreSQL server, where it runs on this machine. */
  async watchDatabase(db: Database): Promise<void> {
    const [row] = await rows(PidRow, db.$queryRaw`SELECT pg_backend_pid() AS pid`);
    const server = parentOf(row?.pid);
    this.accounts.set('database', () => processMs(server) + childrenMs(server));
  }

  start(): void {
    this.before = this.read();
  }

  /** CPU time of one account since `start`. */
  usedMs(name: string): number {
    return (this.accounts.get(name)?.() ?? 0) - (this.before.get(name) ?? 0);
  }

  /** Prints the CPU time used since `start`, per unit of work. */
  printPer(count: number, unit: string): void {
    const after = this.read();
    const used = [...after].map(([name, ms]) => ({ name, ms: ms - (this.before.get(name) ?? 0) }));
    const total = used.find(({ name }) => name === TOTAL)?.ms ?? 0;
    if (total === 0) return;
    const named = used.filter(({ name }) => name !== TOTAL);
    const rest = total - named.reduce((sum, { ms }) => sum + ms, 0);
    const parts = [...named, { name: 'rest (broker, system)', ms: rest }].map(
      ({ name, ms }) => `${name} ${((ms * 1_000) / count).toFixed(0)}`,
    );
    print(`  CPU µs per ${unit}: ${parts.join(', ')}`);
  }

  private read(): Map<string, number> {
    const named = [...this.accounts].map(([name, account]) => [name, account()] as const);
    return new Map([...named, [TOTAL, machineMs()]]);
  }
}

const TOTAL = 'total';

function processMs(pid: number | undefined): number {
  const fields = statFields(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
}

/** Running processes, and ended ones, whose sum their parent keeps. */
function childrenMs(parent: number | undefined): number {
  if (parent === undefined) return 0;
  const ended = statFields(parent);
  const sum = (Number(ended[13] ?? 0) + Number(ended[14] ?? 0)) * MS_PER_TICK;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map(Number).filter((pid) => parentOf(pid) === parent);
  return children.reduce((all, pid) => all + processMs(pid), sum);
}

function parentOf(pid: number | undefined): number | undefined {
  const parent = Number(statFields(pid)[1] ?? 0);
  return parent > 1 ? parent : undefined;
}

/** The time of all CPUs except idle and wait. */
function machineMs(): number {
  const fields = /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1]?.split(' ') ?? [];
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = fields.map(Number);
  return (user + nice + system + interrupts + soft) * MS_PER_TICK;
}

/** The fields of a process's `stat` that follow its name, its state first; none for a process that is gone. */
function statFields(pid: number | undefined): string[] {
  return read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
