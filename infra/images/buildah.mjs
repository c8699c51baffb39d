import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, STATE_FOLDER } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { BASE_NAME } from './base.mjs';

const STORE = join(STATE_FOLDER, 'images');
const BASE = `localhost/hub-base:${BASE_NAME}`;
const STAGE = 'localhost/hub-build';
const DOCKERFILE = join('infra', 'Dockerfile');
const BUILD = ['build', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `NODE_IMAGE=${BASE}`];

/** Buildah with a store of this project's own, and without what a container engine would need of the kernel. */
const buildah = async (...args) => {
  const own = [
    '--root',
    join(STORE, 'store'),
    '--runroot',
    join(STORE, 'run'),
    '--storage-driver',
    'vfs',
    '--log-level',
    'error',
  ];
  return (await runCommand('buildah', [...own, ...args])).trim();
};

/** Makes an image of a root file system, once: what was built on it is then built no more. */
export async function commitBase(folder, certificates) {
  const there = await buildah('images', '--quiet', '--filter', `reference=${BASE}`);
  if (there !== '') return;
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, folder, '/');
  const names = certificates ? ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'] : [];
  for (const name of names) await buildah('config', '--env', `${name}=${certificates}`, container);
  await buildah('commit', '--quiet', '--rm', container, BASE);
}

/**
 * Builds the stage that all images are filled from, once, and mounts it: without an overlay each use of an image copies
 * it whole.
 *
 * @returns {Promise<{ folder: string, remove: () => Promise<unknown> }>}
 */
export async function buildStage() {
  await buildah(...BUILD, '--layers', '--target', 'build', '--file', DOCKERFILE, '--tag', STAGE, '.');
  return mount(STAGE);
}

/** Builds the image of one program: the last stage of `Dockerfile` verbatim, on the base, as one layer. */
export function buildImage(program, stage) {
  const lastStage = join(STORE, 'Dockerfile');
  const whole = readFileSync(inProject(DOCKERFILE), 'utf8');
  writeFileSync(lastStage, `ARG NODE_IMAGE\n${whole.slice(whole.lastIndexOf('\nFROM '))}`);
  const from = ['--build-context', `build=${stage}`, '--build-arg', `SERVICE=${program}`];
  return buildah(...BUILD, ...from, '--file', lastStage, '--tag', imageOf(program), '.');
}

/**
 * What an image says of itself, and what it weighs beyond its base, which is one layer.
 *
 * @returns {Promise<{ bytes: number, user: string, command: string[], labels: Record<string, string> }>}
 */
export async function describeImage(program) {
  const { Docker, Manifest } = JSON.parse(await buildah('inspect', '--type', 'image', imageOf(program)));
  const [, ...layers] = JSON.parse(Manifest).layers;
  const { User: user, Cmd: command, Labels: labels } = Docker.config;
  return { bytes: layers.reduce((sum, { size }) => sum + size, 0), user, command, labels };
}

/** Mounts the image. @returns {Promise<{ folder: string, remove: () => Promise<unknown> }>} */
export const mountImage = (program) => mount(imageOf(program));

async function mount(image) {
  const container = await buildah('from', image);
  return { folder: await buildah('mount', container), remove: () => buildah('rm', container) };
}

const imageOf = (program) => `localhost/hub-network/${program}`;
