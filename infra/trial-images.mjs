import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from './services/free-port.mjs';
import { provideTestServices } from './services/test-environment.mjs';
import { installSystemPackages } from './services/system-packages.mjs';
import { findProgram } from './services/find-binaries.mjs';
import { makeBase } from './images/base.mjs';
import { buildImage, buildStage, commitBase, describeImage, mountImage } from './images/buildah.mjs';
import { PROGRAMS } from './images/programs.mjs';
import { inProject } from './project.mjs';
import { onSignal } from './interruption.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';
import { step } from './step.mjs';

/** Above the base, so that a deploy is quick and little of it can be at fault. */
const MOST_BYTES = 60_000_000;
const PROGRAM_NAMES = Object.keys(PROGRAMS);

/**
 * `npm run trial:images`: builds every image with buildah on a base made from Debian's packages, weighs them, and lets
 * the demonstration's journey run from them, each with its root read-only and as its numeric user. Needs root.
 */
await runEntry(async () => {
  if (!['buildah', 'debootstrap'].every(findProgram))
    await step('buildah, debootstrap: installed through apt', () =>
      installSystemPackages(['buildah', 'debootstrap'], {
        missing: 'buildah or debootstrap',
        otherwise: 'put both on the PATH',
      }),
    );
  await prepareWorkspace();
  const base = await step('Base: Debian and Node.js', makeBase);
  await step('Base: as an image', () => commitBase(base.folder, base.certificates));
  const stage = await step('Build: what the images are filled from', buildStage);
  const images = [];
  for (const program of PROGRAM_NAMES)
    images.push(await step(`Image of ${program}`, (note) => build(program, stage.folder, note)));
  await stage.remove();
  return journeyFrom(images);
});

async function build(program, stage, note) {
  await buildImage(program, stage);
  const image = await describeImage(program);
  const faults = [
    image.bytes > MOST_BYTES && `weighs ${image.bytes} bytes above its base`,
    !/^[1-9]\d*:[1-9]\d*$/.test(image.user) && `runs as \`${image.user}\`, which is no number`,
    !image.labels['org.opencontainers.image.version'] && 'says no version',
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(`${program}: ${faults.join('; ')}`);
  note(`${(image.bytes / 1e6).toFixed(1)} MB above the base, user ${image.user}`);
  return { program, user: image.user, command: image.command };
}

async function journeyFrom(images) {
  const mounted = [];
  const services = await provideTestServices({ alone: true });
  try {
    for (const { program } of images) mounted.push(await mountImage(program));
    const places = images.map((image, index) => ({ ...image, folder: mounted[index].folder }));
    const [ingress, support] = await freePorts(2);
    const env = {
      ...process.env,
      DATABASE_URL: services.env.HUB_TEST_DATABASE_URL,
      AMQP_URL: services.env.HUB_TEST_E2E_AMQP_URLS.split(',')[0],
      HUB_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      RELAY_EMAIL_DOMAIN: 'relay.hub.test',
      INGRESS_PORT: String(ingress),
      SUPPORT_PORT: String(support),
      HUB_IMAGES: JSON.stringify(places),
    };
    const apart = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const journey = ['unshare', ...apart, process.execPath, inProject('infra', 'images', 'journey-main.mjs')];
    return await runVisibly(journey, env);
  } finally {
    for (const image of mounted) await image.remove();
    await services.release();
  }
}

async function runVisibly([command, ...args], env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const forget = onSignal((signal) => child.kill(signal));
  const [code] = await once(child, 'exit');
  forget();
  return code ?? 1;
}
