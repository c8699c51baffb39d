import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { repositoryRoot } from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DeskBrowser, type Look } from './support/desk-browser';

const BUILD = join(repositoryRoot(), 'infra', 'site', 'build-main.mjs');

let folder: string;
let reader: DeskBrowser | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-docs-'));
  await promisify(execFile)(process.execPath, [BUILD, folder], { cwd: repositoryRoot() });
}, 240_000);
afterEach(async () => {
  await reader?.close();
  reader = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** From its folder: without a server, and so without a network. */
async function open(look: Look = {}) {
  reader = await DeskBrowser.open(`${pathToFileURL(folder).href}/`, look);
  await reader.page.goto('index.html');
  return reader;
}

describe('the documentation as a site, opened from its folder', () => {
  it('is searched with keys: "/", a question, an arrow, Enter', async () => {
    const { page, complaints } = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('HubServiceNotReady');
    const found = page.getByRole('option');
    await found.filter({ hasText: 'A service is not ready' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search' }).fill('hub shop apply');
    await found.first().getByText('shop apply <file>').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Commands of hub' }).waitFor();
    expect(page.url()).toContain('operators/command-reference.html#shop-apply-file');
    expect(complaints).toEqual([]);
  });

  it('an accessibility checker finds nothing, and nothing scrolls sideways, by day and by night on a phone', async () => {
    const { page } = await open();
    const seen: Record<string, string[]> = {};
    const pages = [
      'index.html',
      'integrators/answers.html',
      'integrators/getting-started.html',
      'operators/deploy.html',
      'operators/variables.html',
      'runbooks/not-shipped.html',
      'order-states.html',
    ];
    for (const path of pages) {
      await page.goto(path);
      seen[path] = (await reader?.faultsInBothLooks(path)) ?? [];
    }
    expect(seen).toEqual(Object.fromEntries(pages.map((path) => [path, []])));
  }, 120_000);

  it('is read without scripts, from page to page', async () => {
    const { page } = await open({ scripts: false });
    expect(await page.locator('#search').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Runbooks', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Runbooks' }).waitFor();
    await page.getByRole('link', { name: 'A shop has not shipped in time' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'A shop has not shipped in time' }).waitFor();
  });
});
