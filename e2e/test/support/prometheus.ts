import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';

/** A real Prometheus that scrapes nothing and knows one Alertmanager, which is not there. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    readonly alertmanager: string,
  ) {}

  static async start(folder: string): Promise<Prometheus> {
    const address = `127.0.0.1:${await freePort()}`;
    const alertmanager = `127.0.0.1:${await freePort()}`;
    const config = join(folder, 'prometheus.yml');
    await writeFile(
      config,
      `alerting: { alertmanagers: [{ static_configs: [{ targets: ['${alertmanager}'] }] }] }\n`,
    );
    const words = ['--config.file', config, '--storage.tsdb.path', join(folder, 'data')];
    const child = spawn('prometheus', [...words, '--web.listen-address', address], { stdio: 'ignore' });
    const started = new Prometheus(child, address, alertmanager);
    await eventually(
      async () => {
        const { ok } = await fetch(`http://${address}/-/ready`);
        if (!ok) throw new Error('Prometheus is not ready');
      },
      { timeoutMs: 30_000 },
    ).catch(async (error: unknown) => {
      await started.stop();
      throw error;
    });
    return started;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.pid === undefined) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}
