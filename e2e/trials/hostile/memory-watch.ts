import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@hub/cli';
import { repositoryRoot } from '@hub/testing';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const Deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({ image: z.string(), resources: z.object({ limits: z.object({ memory: z.string() }) }) }),
        ),
      }),
    }),
  }),
});

/** What each service's pod may take, in MiB, as the manifests say. */
export function podLimits(): ReadonlyMap<ServiceName, number> {
  const file = join(repositoryRoot(), 'infra', 'kubernetes', 'rendered', 'production.yaml');
  const limits = new Map<ServiceName, number>();
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const read = Deployment.safeParse(document.toJS());
    for (const { image, resources } of read.data?.spec.template.spec.containers ?? []) {
      const service = SERVICES.find((name) => image.startsWith(`hub-network/${name}:`));
      const [, mebibytes] = /^(\d+)Mi$/.exec(resources.limits.memory) ?? [];
      if (service && mebibytes !== undefined) limits.set(service, Number(mebibytes));
    }
  }
  return limits;
}

/** The heap that Node.js gives itself in such a pod: half of the limit, and small spaces for what is new. */
export const HEAP_OF_POD = { NODE_OPTIONS: '--max-old-space-size=192 --max-semi-space-size=2' };

/** Samples what processes hold in memory. */
export class MemoryWatch {
  private readonly peaks = new Map<ServiceName, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pidOf: (service: ServiceName) => number | undefined,
    everyMs = 50,
  ) {
    this.timer = setInterval(() => this.sample(), everyMs);
  }

  /** @returns the most that each took, in MiB */
  stop(): ReadonlyMap<ServiceName, number> {
    clearInterval(this.timer);
    this.sample();
    return this.peaks;
  }

  private sample(): void {
    for (const service of SERVICES) {
      const pid = this.pidOf(service);
      const now = pid === undefined ? 0 : residentMiB(pid);
      this.peaks.set(service, Math.max(now, this.peaks.get(service) ?? 0));
    }
  }
}

/** 0: there is no such process now. */
export function residentMiB(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(found?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
