const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { readCode } = require('./checks/code-facts');
const { manifestFaults } = require('./checks/manifest-faults');
const { objectsOf, OVERLAYS, renderedFile, sourcesHash } = require('./checks/rendered');
const { SECRET_KEYS } = require('./checks/secrets');

const ROOT = join(__dirname, '..', '..');
const code = readCode((folder, module) => require(join(ROOT, folder, 'src', module)));
const rendered = (overlay) => objectsOf(readFileSync(renderedFile(overlay), 'utf8'));

const of = (objects, kind, name) =>
  objects.find((object) => object.kind === kind && object.metadata.name.startsWith(name));
const podOf = (objects, name, kind = 'Deployment') => of(objects, kind, name).spec.template.spec;
const containerOf = (objects, name, kind) => podOf(objects, name, kind).containers[0];
const variable = (objects, name, what) => containerOf(objects, name).env.find((one) => one.name === what);
const triggersOf = (objects, name) => of(objects, 'ScaledObject', name).spec.triggers;
const settingsOf = (objects) => of(objects, 'ConfigMap', 'hub-settings').data;
const without = (objects, gone) => objects.splice(objects.indexOf(gone), 1);

/** Changes of the manifests of production, and the fault reported for each. */
const MUTATIONS = [
  [
    'a field that there is not',
    (all) => (containerOf(all, 'hub-routing').imag = 'x'),
    /unknown field .*imag/,
  ],
  [
    'a field of another type',
    (all) => (of(all, 'PodDisruptionBudget', 'hub-routing').spec = 'one'),
    /must be/,
  ],
  ['a kind that there is not', (all) => (of(all, 'Service', 'hub-ingress').kind = 'Servise'), /no such kind/],
  [
    'a service is forgotten',
    (all) => without(all, of(all, 'Deployment', 'hub-returns')),
    /returns: 0 Deployments/,
  ],
  [
    'a service is there twice',
    (all) => all.push(structuredClone(of(all, 'Deployment', 'hub-returns'))),
    /2 Deploy/,
  ],
  [
    'the image of something else',
    (all) => (containerOf(all, 'hub-routing').image = 'nginx:1'),
    /none of ours/,
  ],
  [
    'no version',
    (all) => (containerOf(all, 'hub-routing').image = 'hub-network/routing:latest'),
    /no version/,
  ],
  [
    'an account that is nowhere',
    (all) => (podOf(all, 'hub-routing').serviceAccountName = 'default'),
    /account/,
  ],
  [
    'other pods',
    (all) => (of(all, 'Deployment', 'hub-routing').spec.selector.matchLabels = { a: 'b' }),
    /selector/,
  ],
  ['root', (all) => (podOf(all, 'hub-routing').securityContext.runAsUser = 0), /runs as root/],
  [
    'a root to write to',
    (all) => delete containerOf(all, 'hub-routing').securityContext.readOnlyRootFilesystem,
    /write/,
  ],
  [
    'capabilities',
    (all) => delete containerOf(all, 'hub-routing').securityContext.capabilities,
    /capabilities/,
  ],
  [
    'escalation',
    (all) => (containerOf(all, 'hub-migrate', 'Job').securityContext.allowPrivilegeEscalation = true),
    /more than it is/,
  ],
  [
    'every system call',
    (all) => delete podOf(all, 'hub-routing').securityContext.seccompProfile,
    /system call/,
  ],
  ['a token', (all) => delete podOf(all, 'hub-routing').automountServiceAccountToken, /token/],
  ['the network of the node', (all) => (podOf(all, 'hub-routing').hostNetwork = true), /node/],
  ['no limit', (all) => delete containerOf(all, 'hub-routing').resources.limits, /takes all/],
  [
    'a heap that Node.js sizes',
    (all) => (variable(all, 'hub-routing', 'NODE_OPTIONS').value = ''),
    /heap is not bounded/,
  ],
  [
    'a heap as large as the pod',
    (all) =>
      (variable(all, 'hub-routing', 'NODE_OPTIONS').value =
        '--max-old-space-size=384 --max-semi-space-size=16'),
    /heap is not bounded/,
  ],
  [
    'a pod smaller than its heap',
    (all) => (containerOf(all, 'hub-routing').resources.limits.memory = '256Mi'),
    /heap is not bounded/,
  ],
  ['no budget', (all) => without(all, of(all, 'PodDisruptionBudget', 'hub-routing')), /not one budget/],
  [
    'a budget of all',
    (all) => (of(all, 'PodDisruptionBudget', 'hub-routing').spec.minAvailable = 2),
    /none, or all/,
  ],
  [
    'one copy with a budget',
    (all) => (of(all, 'ScaledObject', 'hub-routing').spec.minReplicaCount = 1),
    /keeps a node from being emptied/,
  ],
  [
    'a rollout that takes first',
    (all) => (of(all, 'Deployment', 'hub-routing').spec.strategy.rollingUpdate.maxUnavailable = 1),
    /first/,
  ],
  ['one node for all', (all) => delete podOf(all, 'hub-routing').topologySpreadConstraints, /one node/],
  [
    'less grace than a stop needs',
    (all) => (podOf(all, 'hub-ingress').terminationGracePeriodSeconds = 30),
    /killed after 30 s, and may need 43 s/,
  ],
  [
    'no grace said',
    (all) => delete podOf(all, 'hub-routing').terminationGracePeriodSeconds,
    /killed after 30 s, and may need 38 s/,
  ],
  ['a longer attempt than the grace', (all) => (settingsOf(all).STORE_TIMEOUT_MS = '60000'), /may need 68 s/],
  ['a drain shorter than readiness shows', (all) => (settingsOf(all).DRAIN_MS = '1000'), /stopped accepting/],
  [
    'a variable that no service reads',
    (all) => (variable(all, 'hub-routing', 'AMQP_URL_FILE').name = 'RABBIT_URL_FILE'),
    /RABBIT_URL_FILE: the program reads no such/,
  ],
  [
    'a variable of another service',
    (all) => containerOf(all, 'hub-routing').env.push({ name: 'OIDC_CLIENT_ID', value: 'x' }),
    /OIDC_CLIENT_ID/,
  ],
  [
    'a setting that no service reads',
    (all) => (settingsOf(all).STORE_TIMEOUT = '1'),
    /no program reads STORE_TIMEOUT$/,
  ],
  [
    'a setting that cannot be',
    (all) => (settingsOf(all).HUB_ENVIRONMENT = 'prod'),
    /HUB_ENVIRONMENT: must be/,
  ],
  [
    'what is required is missing',
    (all) => delete settingsOf(all).RELAY_EMAIL_DOMAIN,
    /RELAY_EMAIL_DOMAIN: is required/,
  ],
  [
    'insecure stores in production',
    (all) => (settingsOf(all).ALLOW_INSECURE_STORES = 'true'),
    /ALLOW_INSECURE_STORES/,
  ],
  [
    'settings that are nowhere',
    (all) => without(all, of(all, 'ConfigMap', 'hub-settings')),
    /settings are nowhere/,
  ],
  ['a secret that is not mounted', (all) => (podOf(all, 'hub-routing').volumes = []), /no secret is mounted/],
  [
    'a secret at another path',
    (all) => (variable(all, 'hub-routing', 'AMQP_URL_FILE').value = '/etc/hub/broker-url'),
    /no secret is mounted as/,
  ],
  [
    'a port that no service listens on',
    (all) => (containerOf(all, 'hub-ingress').ports.find(({ name }) => name === 'events').containerPort = 80),
    /port 80 \(events\) is not listened on/,
  ],
  ['another health port', (all) => (settingsOf(all).HEALTH_PORT = '9001'), /port 9000 \(health\)/],
  [
    'a probe of another path',
    (all) => (containerOf(all, 'hub-routing').livenessProbe.httpGet.path = '/health/ready'),
    /livenessProbe/,
  ],
  [
    'a probe at the events',
    (all) => (containerOf(all, 'hub-ingress').readinessProbe.httpGet.port = 'events'),
    /readinessProbe/,
  ],
  [
    'a service of nothing',
    (all) => (of(all, 'Service', 'hub-ingress').spec.selector['app.kubernetes.io/component'] = 'x'),
    /0 Deployments are behind/,
  ],
  [
    'a service at no port',
    (all) => (of(all, 'Service', 'hub-ingress').spec.ports[0].targetPort = 'http'),
    /no port http/,
  ],
  [
    'pods open to all',
    (all) => all.splice(0, all.length, ...all.filter(({ kind }) => kind !== 'NetworkPolicy')),
    /no policy shuts it off/,
  ],
  [
    'events shut off',
    (all) => without(all, of(all, 'NetworkPolicy', 'hub-ingress-from-outside')),
    /port events/,
  ],
  [
    'no way to the broker',
    (all) => without(all, of(all, 'NetworkPolicy', 'hub-to-broker')),
    /may not reach port 5671/,
  ],
  [
    'a database anywhere',
    (all) => delete of(all, 'NetworkPolicy', 'hub-to-database').spec.egress[0].to,
    /hub-to-database: lets pods reach any host/,
  ],
  [
    'a broker at every address',
    (all) =>
      (of(all, 'NetworkPolicy', 'hub-to-broker').spec.egress[0].to = [{ ipBlock: { cidr: '0.0.0.0/0' } }]),
    /hub-to-broker: does not name the broker/,
  ],
  [
    'a broker that is any pod',
    (all) => (of(all, 'NetworkPolicy', 'hub-broker-limits-to').spec.egress[0].to = [{ podSelector: {} }]),
    /hub-broker-limits-to-management: does not name the broker/,
  ],
  [
    'a mail host in any network',
    (all) =>
      (of(all, 'NetworkPolicy', 'hub-support-to-mail').spec.egress[0].to[0].ipBlock.cidr = '10.0.0.0/8'),
    /hub-support-to-mail: does not name the mail host/,
  ],
  [
    'a private network as the internet',
    (all) => of(all, 'NetworkPolicy', 'hub-to-the-internet').spec.egress[0].to[0].ipBlock.except.splice(1, 1),
    /hub-to-the-internet: reaches 10\.0\.0\.1, which is not public/,
  ],
  [
    'a queue that there is not',
    (all) => (triggersOf(all, 'hub-routing')[0].metadata.queueName = 'routing.order'),
    /no queue routing\.order/,
  ],
  ['a queue that no trigger counts', (all) => triggersOf(all, 'hub-routing').pop(), /is counted 0 times/],
  [
    "another worker's queue",
    (all) => triggersOf(all, 'hub-returns').push(triggersOf(all, 'hub-routing')[0]),
    /another worker's/,
  ],
  [
    'messages in flight not counted',
    (all) => (triggersOf(all, 'hub-routing')[0].metadata.protocol = 'amqp'),
    /in flight/,
  ],
  ['to zero', (all) => (of(all, 'ScaledObject', 'hub-routing').spec.minReplicaCount = 0), /from 0 to/],
  [
    'two who scale',
    (all) => (of(all, 'ScaledObject', 'hub-routing').spec.scaleTargetRef.name = 'hub-ingress'),
    /is not alone/,
  ],
  [
    'a count beside a scaler',
    (all) => (of(all, 'Deployment', 'hub-routing').spec.replicas = 3),
    /says how many copies/,
  ],
  [
    'no credentials for KEDA',
    (all) => without(all, of(all, 'TriggerAuthentication', 'hub-broker')),
    /KEDA may not ask/,
  ],
];

describe.each(OVERLAYS)('the manifests of %s', (overlay) => {
  it('are rendered from the sources as they are (npm run manifests)', () => {
    expect(readFileSync(renderedFile(overlay), 'utf8')).toContain(`from sources ${sourcesHash()}.`);
  });

  it('fit the code that they run', () => {
    expect(manifestFaults(rendered(overlay), code)).toEqual([]);
  });
});

describe('a change of the manifests that does not fit the code is named', () => {
  it.each(MUTATIONS)('%s', (_, mutate, said) => {
    const objects = rendered('production');
    mutate(objects);

    expect(manifestFaults(objects, code).join('\n')).toMatch(new RegExp(said, 'm'));
  });

  it('and so is one of the code that does not fit the manifests', () => {
    const more = { ...code, queues: [...code.queues, 'routing.order.archive'] };

    expect(manifestFaults(rendered('production'), more)).toEqual([
      'queue routing.order.archive is counted 0 times',
    ]);
  });
});

describe('the page about deploying', () => {
  const page = readFileSync(join(ROOT, 'docs', 'operators', 'deploy.md'), 'utf8');
  const secrets = rendered('production').flatMap(({ spec }) =>
    (spec?.template?.spec?.volumes ?? []).map(({ secret }) => secret.secretName),
  );

  it.each([...new Set(secrets), ...Object.keys(SECRET_KEYS)])('names the secret %s', (name) => {
    expect(page).toContain(`\`${name}\``);
  });
});
