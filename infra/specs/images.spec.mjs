import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { collect } from '../images/collect.mjs';
import { PROGRAMS } from '../images/programs.mjs';
import { PROJECT_ROOT } from '../project.mjs';

describe('what the image of a program holds', () => {
  const to = mkdtempSync(join(tmpdir(), 'hub-image-'));
  after(() => rmSync(to, { recursive: true }));
  collect({ root: PROJECT_ROOT, program: 'ingress', to });
  const files = readdirSync(to, { recursive: true });

  it('is enough to run it, anywhere', () => {
    const { stderr } = spawnSync(process.execPath, [join(to, 'run')], {
      cwd: '/',
      env: {},
      encoding: 'utf8',
    });
    assert.match(stderr, /^Configuration is not usable:\n {2}DATABASE_URL: is required/);
  });

  it('is no source, test, declaration or map, and nothing to develop with', () => {
    const superfluous = /\.(ts|tsx|map|tsbuildinfo)$|\.test\.js$|\/(typescript|jest|@types|prisma@)[^/]*$/;
    assert.deepEqual(
      files.filter((file) => superfluous.test(file)),
      [],
    );
  });

  it('is the query compiler of PostgreSQL alone', () => {
    const compilers = files.filter((file) => /query_compiler_.*wasm-base64/.test(file));
    assert.deepEqual([...new Set(compilers.map((file) => file.split('.').at(-3)))], ['postgresql']);
  });

  it('is whatever the packages read beside their code', () => {
    const beside = ['migrations', 'grants.sql', 'package.json'].map((name) => join('prisma', name));
    assert.deepEqual(
      beside.filter((name) => !files.includes(name)),
      [],
    );
  });

  it('is nothing of another service', () => {
    assert.deepEqual(readdirSync(join(to, 'services')), ['ingress']);
  });
});

describe('images', () => {
  it('are there for every service', () => {
    const services = readdirSync(join(PROJECT_ROOT, 'services'));
    assert.deepEqual(
      services.filter((service) => !(service in PROGRAMS)),
      [],
    );
  });
});
