import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from './deployment';
import type { Pod } from './pod';
import { isRolledOut, rollingStep, type Copies } from './rolling-step';

/** What a rollout must keep: the fewest copies available and the most copies there, since the deployment was first complete. */
export interface Extremes {
  available: number;
  total: number;
}

/** The copies of one Deployment, on their way to what was applied last. */
export class Workload {
  readonly pods: Pod[] = [];
  extremes: Extremes | undefined;

  constructor(public deployment: Deployment) {}

  /** Stops the copies that may go now. @returns how many copies of the version applied last are to be started */
  reconcile(): number {
    this.observe();
    const { start, stopUnavailable, stopAvailable } = rollingStep(this.deployment.strategy, this.counts());
    const { outdated } = this.versions();
    const going = [
      ...outdated.filter(({ ready }) => !ready).slice(0, stopUnavailable),
      ...outdated.filter(({ ready }) => ready).slice(0, stopAvailable),
    ];
    for (const pod of going) void pod.terminate().then(() => this.forget(pod));
    return start;
  }

  /** Whether every copy that is there is ready and of the version applied last. */
  get isRolledOut(): boolean {
    return (
      isRolledOut(this.deployment.strategy, this.counts()) &&
      this.pods.length === this.deployment.strategy.copies
    );
  }

  /** Copies of the version applied last. */
  get updated(): Pod[] {
    return this.versions().updated;
  }

  get available(): Pod[] {
    return this.pods.filter((pod) => pod.ready && !pod.isTerminating);
  }

  private forget(pod: Pod): void {
    this.pods.splice(this.pods.indexOf(pod), 1);
  }

  private observe(): void {
    const { copies } = this.deployment.strategy;
    const total = this.pods.filter((pod) => !pod.isTerminating).length;
    const available = this.available.length;
    if (this.extremes === undefined && available < copies) return;
    this.extremes = {
      available: Math.min(available, this.extremes?.available ?? available),
      total: Math.max(total, this.extremes?.total ?? total),
    };
  }

  private counts(): { updated: Copies; outdated: Copies } {
    const { updated, outdated } = this.versions();
    const copiesOf = (pods: Pod[]) => ({
      count: pods.length,
      available: pods.filter(({ ready }) => ready).length,
    });
    return { updated: copiesOf(updated), outdated: copiesOf(outdated) };
  }

  private versions(): { updated: Pod[]; outdated: Pod[] } {
    const there = this.pods.filter((pod) => !pod.isTerminating);
    const isUpdated = (pod: Pod) => isDeepStrictEqual(pod.options.template, this.deployment.template);
    return { updated: there.filter(isUpdated), outdated: there.filter((pod) => !isUpdated(pod)) };
  }
}
