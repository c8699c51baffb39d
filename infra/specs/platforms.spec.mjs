import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mirrorAmong } from '../platforms/debian-mirror.mjs';
import { environmentInside, insideRoot } from '../platforms/enter-root.mjs';
import { PROJECT_ROOT } from '../project.mjs';
import { denials } from '../services/rabbitmq.mjs';

describe('Debian in a folder', () => {
  it("comes from where apt gets Debian's packages: not its security updates, not another vendor's", () => {
    const targets = [
      'http://mirror.example/debian-security/ Debian-Security',
      'http://other.example/tools/ Other Tools',
      'http://mirror.example/debian/ Debian',
      'http://second.example/debian/ Debian',
    ];
    assert.equal(mirrorAmong(targets.join('\n')), 'http://mirror.example/debian');
  });

  it('comes from elsewhere on a machine that has no archive of Debian', () => {
    assert.equal(mirrorAmong('http://archive.example/ubuntu/ Ubuntu\n'), undefined);
    assert.equal(mirrorAmong(''), undefined);
  });

  it('mounts in a namespace of the program, so that removing the folder removes nothing else', () => {
    const [unshare, ...args] = insideRoot('/folder', ['node', 'a.mjs']);
    assert.deepEqual([unshare, args[0]], ['unshare', '--mount']);
    assert.deepEqual(args.slice(-4), ['/folder', PROJECT_ROOT, 'node', 'a.mjs']);
  });

  it("gives a program its own paths, not the machine's", () => {
    const outside = {
      PATH: '/opt/bin',
      TMPDIR: '/scratch',
      HOME: '/home/me',
      npm_config_user: 'me',
      CI: 'true',
    };
    const { PATH, HOME, LANG, ...others } = environmentInside(outside);
    assert.deepEqual(others, { CI: 'true' });
    assert.ok(!PATH.includes('/opt/bin'));
    assert.deepEqual([HOME, LANG], ['/root', 'C.UTF-8']);
  });
});

describe('a private RabbitMQ', () => {
  it('denies what its makers deprecate, from 4 on; 3.10 would refuse such a setting', () => {
    assert.deepEqual(denials(3, false), []);
    assert.deepEqual(denials(null, false), []);
    const transient = 'deprecated_features.permit.transient_nonexcl_queues = false';
    assert.ok(denials(4, false).includes(transient));
    // RabbitMQ 4.0.5 would not start.
    assert.ok(!denials(4, true).includes(transient));
  });
});
