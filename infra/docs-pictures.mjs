import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { startDemonstration } from './pictures/demonstration.mjs';
import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { findChromium } from './services/find-binaries.mjs';
import { prepareRun } from './set-up/prepare-run.mjs';
import { provideBrowser } from './set-up/provide-browser.mjs';
import { step } from './step.mjs';

const FOLDER = inProject('docs', 'operators', 'pictures');
/** So that the README loads fast. */
const MAX_BYTES = 150 * 1_024;
const VIEW = { width: 1280, height: 860 };

/** `npm run docs:pictures`: the README's pictures, of the demonstration with its problems. */
await runEntry(async () => {
  await provideBrowser();
  const run = await prepareRun();
  try {
    const demonstration = await step('Demonstration: starts it', () => startDemonstration(run));
    try {
      await step('Pictures: takes them', () => takePictures(demonstration));
    } finally {
      await demonstration.stop();
    }
  } finally {
    await run.release();
  }
});

async function takePictures({ desk, password }) {
  const browser = await launch();
  try {
    const page = await browser.newPage({ baseURL: desk, viewport: VIEW, colorScheme: 'light' });
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'Name' }).fill('lead');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').waitFor();
    await page.goto(await refusedOrder(page));
    await keep(page, 'order');
    await page.goto('/overview');
    await keep(page, 'overview');
  } finally {
    await browser.close();
  }
}

/** The demonstration ends once the desk lists it. @returns its address */
async function refusedOrder(page) {
  await page.goto('/orders/list?state=refused');
  return page.locator('#main tbody a[href^="/orders/"]').first().getAttribute('href');
}

async function keep(page, name) {
  const path = `${FOLDER}/${name}.png`;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes: at most ${MAX_BYTES}`);
}

function launch() {
  const { chromium } = createRequire(inProject('e2e', 'package.json'))('playwright-core');
  const args = JSON.parse(readFileSync(inProject('infra', 'services', 'browser-arguments.json'), 'utf8'));
  return chromium.launch({ executablePath: findChromium(), args });
}
