import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { inProject } from '../project.mjs';
import { placeOf } from '../services/check-given.mjs';
import { answers, freePorts } from '../services/free-port.mjs';
import { rabbitmqDefinitions, rabbitmqPasswordHash } from '../services/rabbitmq-definitions.mjs';
import { findUnprivilegedUser } from '../services/unprivileged-user.mjs';
import { amqpUrl, postgresUrl } from '../services/urls.mjs';

test('addresses carry any password and virtual host', () => {
  const place = { password: 'p@ss/word', port: 5 };
  assert.equal(
    postgresUrl({ ...place, role: 'hub', database: 'hub' }),
    'postgresql://hub:p%40ss%2Fword@127.0.0.1:5/hub',
  );
  assert.equal(
    amqpUrl({ ...place, user: 'hub', vhost: '/hub' }),
    'amqp://hub:p%40ss%2Fword@127.0.0.1:5/%2Fhub',
  );
});

test('a given address without a port points to the usual one', () => {
  assert.deepEqual(placeOf('postgresql://a:b@db.example/hub'), { host: 'db.example', port: 5432 });
  assert.deepEqual(placeOf('amqps://mq.example'), { host: 'mq.example', port: 5671 });
  assert.deepEqual(placeOf('amqp://[::1]:77/%2F'), { host: '::1', port: 77 });
});

test('free ports differ from each other', async () => {
  const ports = await freePorts(5);
  assert.equal(new Set(ports).size, 5);
});

test('a server that greets otherwise than expected does not count as the one asked for', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400')).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address();
  const greeting = Buffer.from('hello');
  assert.equal(await answers({ port, greeting, expected: Buffer.from('HTTP') }), true);
  assert.equal(await answers({ port, greeting, expected: Buffer.from('AMQP') }), false);
  server.close();
});

test('root runs PostgreSQL as the user of its package, else as an unprivileged one', () => {
  const accounts = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n';
  assert.deepEqual(findUnprivilegedUser(accounts), { uid: 65534, gid: 65533 });
  assert.deepEqual(findUnprivilegedUser(`${accounts}postgres:x:101:104::/var/lib/postgresql:/bin/bash\n`), {
    uid: 101,
    gid: 104,
  });
});

test("a password is hashed as RabbitMQ's own documentation shows", () => {
  // https://www.rabbitmq.com/docs/passwords: salt 908DC60A, password test12.
  assert.equal(
    rabbitmqPasswordHash('test12', Buffer.from('908DC60A', 'hex')),
    'kI3GCqW5JLMJa4iX1lo7X4D6XbYqlLgxIs30+P6tENUV2POR',
  );
});

test('two users have every right in every virtual host, one of them may set policies, which are there; each service and the command have a user with no more than it needs', () => {
  const made = rabbitmqDefinitions({ user: 'hub', admin: 'hub-admin', password: 'x', vhosts: ['a', 'b'] });
  assert.deepEqual(made.vhosts, [{ name: 'a' }, { name: 'b' }]);
  const services = JSON.parse(
    readFileSync(inProject('packages', 'messaging', 'src', 'broker', 'user-permissions.json'), 'utf8'),
  );
  assert.equal(services.length, 9);
  const all = { configure: '.*', write: '.*', read: '.*' };
  const each = [{ user: 'hub', ...all }, { user: 'hub-admin', ...all }, ...services];
  assert.deepEqual(
    made.permissions,
    ['a', 'b'].flatMap((vhost) => each.map((may) => ({ ...may, vhost }))),
  );
  assert.deepEqual(
    made.users.map(({ name, tags }) => [name, tags]),
    [['hub', []], ['hub-admin', ['administrator']], ...services.map(({ user }) => [user, []])],
  );
  assert.deepEqual(
    made.policies.map(({ vhost, name }) => [vhost, name]),
    [
      ['a', 'hub-events'],
      ['a', 'hub-commands'],
      ['b', 'hub-events'],
      ['b', 'hub-commands'],
    ],
  );
});
