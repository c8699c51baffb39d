/** A probe of the kubelet, by HTTP. */
export interface Probe {
  path: string;
  /** The name of one of the pod's ports. */
  port: string;
  initialDelayMs: number;
  periodMs: number;
  timeoutMs: number;
  failureThreshold: number;
  successThreshold: number;
}

/** What a pod is made from. Two pods of equal templates are of one version. */
export interface PodTemplate {
  /** The program that the image holds. */
  program: string;
  env: Readonly<Record<string, string>>;
  /** What a secret is mounted as, by the name of the secret. */
  mounts: readonly { path: string; secret: string }[];
  /** Ports by their name. */
  ports: Readonly<Record<string, number>>;
  probes: { startup: Probe | undefined; liveness: Probe | undefined; readiness: Probe | undefined };
  graceMs: number;
}

/** How a rollout may go about its copies. */
export interface RolloutStrategy {
  copies: number;
  /** How many copies more than desired there may be at a time. */
  maxSurge: number;
  /** How many copies fewer than desired may be available at a time. */
  maxUnavailable: number;
}

/** A Deployment, as far as a rollout follows from it. */
export interface Deployment {
  name: string;
  strategy: RolloutStrategy;
  template: PodTemplate;
}

/** Deployments whose pods get other variables: a new version. */
export function withVariables(
  deployments: readonly Deployment[],
  env: Readonly<Record<string, string>>,
): Deployment[] {
  return deployments.map((deployment) => ({
    ...deployment,
    template: { ...deployment.template, env: { ...deployment.template.env, ...env } },
  }));
}

/** Deployments whose pods mount another secret instead of theirs. */
export function withSecret(
  deployments: readonly Deployment[],
  mount: PodTemplate['mounts'][number],
): Deployment[] {
  return deployments.map((deployment) => ({
    ...deployment,
    template: {
      ...deployment.template,
      mounts: deployment.template.mounts.map((given) => (given.path === mount.path ? mount : given)),
    },
  }));
}
