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
          z.object({
            image: z.string(),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

/** What a service's pod may take, in MiB, and the heap limit that it gives Node.js. */
interface Pod {
  limit: number;
  nodeOptions: string;
}

/** The pods of production, as its manifests have them. */
export function podsOfProduction(): ReadonlyMap<ServiceName, Pod> {
  const file = join(repositoryRoot(), 'infra', 'kubernetes', 'rendered', 'production.yaml');
  const pods = new Map<ServiceName, Pod>();
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const read = Deployment.safeParse(document.toJS());
    for (const { image, env, resources } of read.data?.spec.template.spec.containers ?? []) {
      const service = SERVICES.find((name) => image.startsWith(`hub-network/${name}:`));
      const [, mebibytes] = /^(\d+)Mi$/.exec(resources.limits.memory) ?? [];
      const nodeOptions = env.find(({ name }) => name === 'NODE_OPTIONS')?.value;
      if (service && mebibytes !== undefined && nodeOptions !== undefined)
        pods.set(service, { limit: Number(mebibytes), nodeOptions });
    }
  }
  return pods;
}

/** The heap that services have in production: the same in every pod. */
export function heapOfProduction(): { NODE_OPTIONS: string } {
  const [nodeOptions, ...others] = new Set([...podsOfProduction().values()].map((pod) => pod.nodeOptions));
  if (nodeOptions === undefined || others.length > 0)
    throw new Error('the manifests of production bound no heap, or not that of every service alike');
  return { NODE_OPTIONS: nodeOptions };
}

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
