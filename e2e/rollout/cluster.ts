import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import type { Deployment } from './deployment';
import { Pod, type Ending } from './pod';
import { podEnvironment } from './pod-environment';
import type { ServiceAddress } from './service-address';
import { Workload } from './workload';

/** How often the controller checks for work. */
const LOOK_EVERY_MS = 100;
/** The time from a pod's being ready, or being sent the stop signal, until its Service follows: on nodes it takes a moment. */
const ADDRESS_FOLLOWS_AFTER_MS = 1_000;
const SETTLES_WITHIN_MS = 300_000;

/** The ready pods of a Deployment behind an address, by the name of their port. */
export interface Exposed {
  deployment: string;
  port: string;
  address: ServiceAddress;
}

/** Deployments over real processes of this machine, rolled out as Kubernetes rolls them out. */
export class Cluster {
  readonly workloads = new Map<string, Workload>();
  /** Every end of a process so far. */
  readonly endings: Ending[] = [];
  private started = 0;
  private readonly over = new AbortController();
  private readonly controller: Promise<void>;

  constructor(private readonly given: { secretsFolder: string; exposed: readonly Exposed[] }) {
    this.controller = this.control();
  }

  /** As `kubectl apply`: all of them are on their way at once. */
  apply(deployments: readonly Deployment[]): void {
    for (const deployment of deployments) {
      const known = this.workloads.get(deployment.name);
      if (known) known.deployment = deployment;
      else this.workloads.set(deployment.name, new Workload(deployment));
    }
  }

  /** As `kubectl rollout status`, of every Deployment. */
  async rolledOut(): Promise<void> {
    await this.untilAll((workload) => workload.isRolledOut, 'rolled out');
  }

  /**
   * Waits until each of these Deployments has a copy of the version applied last that was asked and is not ready.
   *
   * @returns the names of those that were rolled out all the same
   */
  async stuck(names: readonly string[]): Promise<string[]> {
    const isStuck = ({ updated }: Workload) =>
      updated.some(({ readinessDenied, restarts }) => readinessDenied > 0 || restarts > 0);
    const through = new Set<string>();
    await this.untilAll((workload) => {
      const { name } = workload.deployment;
      if (workload.isRolledOut) through.add(name);
      return !names.includes(name) || through.has(name) || isStuck(workload);
    }, 'stuck');
    return names.filter((name) => through.has(name));
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.controller;
    const pods = [...this.workloads.values()].flatMap((workload) => workload.pods);
    await Promise.all(pods.map((pod) => pod.terminate()));
  }

  private async untilAll(holds: (workload: Workload) => boolean, what: string): Promise<void> {
    await eventually(
      () => {
        const others = [...this.workloads.values()].filter((workload) => !holds(workload));
        if (others.length > 0) throw new Error(`not ${what}: ${others.map(describe).join('; ')}`);
      },
      { timeoutMs: SETTLES_WITHIN_MS, everyMs: LOOK_EVERY_MS },
    );
  }

  private async control(): Promise<void> {
    while (!this.over.signal.aborted) {
      for (const workload of this.workloads.values())
        for (let missing = workload.reconcile(); missing > 0; missing -= 1)
          workload.pods.push(await this.startPod(workload.deployment));
      this.publishAddresses();
      await wait(LOOK_EVERY_MS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  private async startPod({ name, template }: Deployment): Promise<Pod> {
    const ports: Record<string, number> = {};
    for (const port of Object.keys(template.ports)) ports[port] = await freePort();
    this.started += 1;
    const { secretsFolder } = this.given;
    return new Pod({
      name: `${name}-${this.started}`,
      template,
      env: { PATH: process.env['PATH'], ...podEnvironment(template, { ports, secretsFolder }) },
      ports,
      onEnding: (ending) => this.endings.push(ending),
    });
  }

  private publishAddresses(): void {
    for (const { deployment, port, address } of this.given.exposed) {
      const ready = this.workloads.get(deployment)?.available ?? [];
      const targets = ready.flatMap(({ options }) => options.ports[port] ?? []);
      setTimeout(() => address.sendTo(targets), ADDRESS_FOLLOWS_AFTER_MS).unref();
    }
  }
}

const describe = ({ deployment, available, updated }: Workload): string =>
  `${deployment.name} (${available.length} available, ${updated.length} of the new version, one said: ${updated[0]?.lastLine})`;
