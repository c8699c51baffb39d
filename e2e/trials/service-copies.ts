import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, programOf, SERVICES, type ServiceName } from '@hub/cli';
import { eventually, repositoryRoot } from '@hub/testing';

const READY_WITHIN_MS = 180_000;
/** Nothing of a trial that is broken off runs on. */
const END_WITH_PARENT = join(repositoryRoot(), 'packages', 'cli', 'dist', 'end-with-parent-main.js');

/** What is run, and who reads what it logs. */
interface Running {
  program: string;
  onLine?: (line: string) => void;
}

/** One copy of a service: a process that can be replaced, at the same ports. */
export class ServiceCopy {
  private child: ChildProcess | undefined;

  private constructor(
    readonly service: ServiceName,
    private readonly given: Running & { own: number; health: number },
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param running the service of this release, whose log is not read, unless given */
  static async of(
    service: ServiceName,
    env: NodeJS.ProcessEnv,
    running: Running = { program: programOf(service) },
  ): Promise<ServiceCopy> {
    return new ServiceCopy(service, { ...running, own: await freePort(), health: await freePort() }, env);
  }

  /** Where stores or browsers reach it. */
  get port(): number {
    return this.given.own;
  }

  /** Where it is asked how it does, and for its metrics. */
  get healthPort(): number {
    return this.given.health;
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    this.launch();
    await eventually(
      async () => {
        const response = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`);
        if (response.status !== 200) throw new Error(`${this.service}: ${await response.text()}`);
      },
      { timeoutMs: READY_WITHIN_MS, everyMs: 100 },
    );
  }

  /** Starts it, whether or not it ever gets ready. */
  launch(): void {
    const { program, onLine, health } = this.given;
    const ports = { INGRESS_PORT: this.port, SUPPORT_PORT: this.port, HEALTH_PORT: health };
    const given = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
    this.child = spawn(process.execPath, ['-r', END_WITH_PARENT, program], {
      env: { ...this.env, ...given },
      stdio: ['pipe', onLine ? 'pipe' : 'ignore', 'inherit'],
    });
    if (onLine && this.child.stdout) createInterface({ input: this.child.stdout }).on('line', onLine);
  }

  /** @returns its exit code, and null where a signal ended it */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? 0;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}

/** Two copies of every service, all ready. */
export async function startCopies(env: NodeJS.ProcessEnv): Promise<ServiceCopy[]> {
  const copies: ServiceCopy[] = [];
  for (const service of SERVICES)
    copies.push(await ServiceCopy.of(service, env), await ServiceCopy.of(service, env));
  for (const copy of copies) await copy.start();
  return copies;
}
