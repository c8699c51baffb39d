import { describe, expect, it } from '@jest/globals';
import type { PodTemplate } from './deployment';
import { podEnvironment } from './pod-environment';

const aTemplate = (env: Record<string, string>): PodTemplate => ({
  program: 'ingress',
  env,
  mounts: [{ path: '/etc/hub/own', secret: 'hub-ingress' }],
  ports: { events: 8080 },
  probes: { startup: undefined, liveness: undefined, readiness: undefined },
  graceMs: 30_000,
});
const here = { ports: { events: 41_000 }, secretsFolder: '/tmp/secrets' };

describe('the environment of a pod on a machine that all pods share', () => {
  it('moves its ports to those that are free, and its secrets to where they are', () => {
    const template = aTemplate({
      INGRESS_PORT: '8080',
      DATABASE_URL_FILE: '/etc/hub/own/database-url',
      LOG_LEVEL: 'info',
    });
    expect(podEnvironment(template, here)).toEqual({
      INGRESS_PORT: '41000',
      DATABASE_URL_FILE: '/tmp/secrets/hub-ingress/database-url',
      LOG_LEVEL: 'info',
    });
  });

  it('refuses a port that no variable of the pod says', () => {
    expect(() => podEnvironment(aTemplate({ INGRESS_PORT: '8081' }), here)).toThrow(
      'port events: no variable says 8080',
    );
  });
});
