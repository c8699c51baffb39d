import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { renderedOverlay } from './open-rollout';
import { readDeployments } from './read-deployments';

const production = readFileSync(renderedOverlay('production'), 'utf8');
const ingressOf = (text: string) => readDeployments(text).find(({ name }) => name === 'hub-ingress');

describe('the Deployments of rendered manifests', () => {
  it('are those of every service', () => {
    expect(
      readDeployments(production)
        .map(({ template }) => template.program)
        .toSorted(),
    ).toEqual([
      'cancellation',
      'catalogue',
      'fulfilment',
      'ingress',
      'inventory',
      'returns',
      'routing',
      'support',
    ]);
  });

  it('have the copies that their autoscaler keeps at least, their strategy, grace, probes, ports and settings', () => {
    expect(ingressOf(production)).toMatchObject({
      strategy: { copies: 2, maxSurge: 1, maxUnavailable: 0 },
      template: {
        graceMs: 45_000,
        probes: {
          startup: {
            path: '/health/live',
            port: 'health',
            failureThreshold: 60,
            periodMs: 2_000,
            timeoutMs: 1_000,
          },
          readiness: { path: '/health/ready', port: 'health', failureThreshold: 2, periodMs: 2_000 },
        },
        ports: { health: 9_000, events: 8_080 },
        env: { DRAIN_MS: '5000', INGRESS_PORT: '8080', DATABASE_URL_FILE: '/etc/hub/own/database-url' },
        mounts: expect.arrayContaining([{ path: '/etc/hub/own', secret: 'hub-ingress' }]),
      },
    });
  });

  it('round a share of the copies up for those more, and down for those fewer', () => {
    const shares = production
      .replaceAll('maxSurge: 1', 'maxSurge: 25%')
      .replaceAll('maxUnavailable: 0', 'maxUnavailable: 25%');
    expect(ingressOf(shares)?.strategy).toEqual({ copies: 2, maxSurge: 1, maxUnavailable: 0 });
  });

  it.each([
    ['a step before the stop', 'livenessProbe:', 'lifecycle: {}\n        livenessProbe:'],
    [
      'a time to be ready for',
      '  revisionHistoryLimit: 5',
      '  minReadySeconds: 5\n  revisionHistoryLimit: 5',
    ],
    ['another strategy', 'type: RollingUpdate', 'type: Recreate'],
    ['a program that is not ours', 'image: hub-network/ingress', 'image: another/ingress'],
    ['settings that are nowhere', 'kind: ConfigMap', 'kind: Secret'],
  ])('are not read where they have %s, which is not carried out', (_what, given, changed) => {
    expect(production).toContain(given);
    expect(() => readDeployments(production.replaceAll(given, changed))).toThrow();
  });
});
