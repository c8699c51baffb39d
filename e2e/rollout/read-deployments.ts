import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { Deployment, PodTemplate, Probe, RolloutStrategy } from './deployment';

/** Fields that would change a rollout and that the trial does not carry out: where one is given, nothing is read. */
const notCarriedOut = z.undefined({ error: 'the trial does not carry this out' }).optional();

const ProbeObject = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  initialDelaySeconds: z.number().default(0),
  periodSeconds: z.number().default(10),
  timeoutSeconds: z.number().default(1),
  failureThreshold: z.number().default(3),
  successThreshold: z.number().default(1),
});

const Container = z.object({
  image: z.string(),
  command: notCarriedOut,
  args: notCarriedOut,
  lifecycle: notCarriedOut,
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: ProbeObject.optional(),
  livenessProbe: ProbeObject.optional(),
  readinessProbe: ProbeObject.optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});

const Amount = z.union([z.number(), z.string().regex(/^\d+%$/)]).default('25%');

const DeploymentObject = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().optional(),
    minReadySeconds: notCarriedOut,
    strategy: z.object({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.object({ maxSurge: Amount, maxUnavailable: Amount }),
    }),
    template: z.object({
      spec: z.object({
        containers: z.tuple([Container]),
        initContainers: notCarriedOut,
        terminationGracePeriodSeconds: z.number().default(30),
        volumes: z
          .array(z.object({ name: z.string(), secret: z.object({ secretName: z.string() }) }))
          .default([]),
      }),
    }),
  }),
});
const SettingsObject = z.object({
  kind: z.literal('ConfigMap'),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()),
});
const ScalerObject = z.object({
  kind: z.enum(['HorizontalPodAutoscaler', 'ScaledObject']),
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    minReplicas: z.number().optional(),
    minReplicaCount: z.number().optional(),
  }),
});

/**
 * The Deployments of rendered manifests, each with the least copies that what scales it leaves. Throws where a manifest
 * says something of a rollout that the trial does not carry out.
 */
export function readDeployments(text: string): Deployment[] {
  const objects = parseAllDocuments(text).map((document): unknown => document.toJS());
  const of = <Shape extends z.ZodObject>(shape: Shape): z.output<Shape>[] =>
    objects
      .filter((object) => shape.pick({ kind: true }).safeParse(object).success)
      .map((object) => shape.parse(object));
  const settings = new Map(of(SettingsObject).map(({ metadata, data }) => [metadata.name, data]));
  const least = new Map(
    of(ScalerObject).map(({ spec }) => [spec.scaleTargetRef.name, spec.minReplicas ?? spec.minReplicaCount]),
  );
  return of(DeploymentObject).map(({ metadata: { name }, spec }) => ({
    name,
    strategy: strategyOf(least.get(name) ?? spec.replicas ?? 1, spec.strategy.rollingUpdate),
    template: templateOf(spec.template.spec, settings),
  }));
}

type PodSpec = z.output<typeof DeploymentObject>['spec']['template']['spec'];

function templateOf(pod: PodSpec, settings: ReadonlyMap<string, Record<string, string>>): PodTemplate {
  const [container] = pod.containers;
  const secrets = new Map(pod.volumes.map(({ name, secret }) => [name, secret.secretName]));
  return {
    program: programOf(container.image),
    env: {
      ...Object.assign(
        {},
        ...container.envFrom.map(({ configMapRef }) => required(settings, configMapRef.name)),
      ),
      ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
    },
    mounts: container.volumeMounts.map(({ name, mountPath }) => ({
      path: mountPath,
      secret: required(secrets, name),
    })),
    ports: Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort])),
    probes: {
      startup: probeOf(container.startupProbe),
      liveness: probeOf(container.livenessProbe),
      readiness: probeOf(container.readinessProbe),
    },
    graceMs: pod.terminationGracePeriodSeconds * 1_000,
  };
}

function probeOf(probe: z.output<typeof ProbeObject> | undefined): Probe | undefined {
  return (
    probe && {
      ...probe.httpGet,
      initialDelayMs: probe.initialDelaySeconds * 1_000,
      periodMs: probe.periodSeconds * 1_000,
      timeoutMs: probe.timeoutSeconds * 1_000,
      failureThreshold: probe.failureThreshold,
      successThreshold: probe.successThreshold,
    }
  );
}

/** Percentages: a surge is rounded up, a number of unavailable copies down. */
function strategyOf(
  copies: number,
  given: { maxSurge: number | string; maxUnavailable: number | string },
): RolloutStrategy {
  const of = (amount: number | string) =>
    typeof amount === 'number' ? amount : (copies * Number.parseInt(amount, 10)) / 100;
  return {
    copies,
    maxSurge: Math.ceil(of(given.maxSurge)),
    maxUnavailable: Math.floor(of(given.maxUnavailable)),
  };
}

function programOf(image: string): string {
  const program = /^(?:.*\/)?hub-network\/([a-z]+)[:@]/.exec(image)?.[1];
  if (program === undefined) throw new Error(`${image}: none of our images`);
  return program;
}

function required<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`${name}: is nowhere in the manifests`);
  return value;
}
