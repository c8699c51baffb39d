import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';
import { findChromium } from './find-binaries.mjs';

/**
 * One browser for all journeys of a run: starting one costs a second of processor time, and a journey opens dozens. Each
 * visit has its own context, with its own cookies and storage.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} where tests connect to it
 */
export async function startTestBrowser() {
  const { chromium } = createRequire(inProject('e2e', 'package.json'))('playwright-core');
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    args: JSON.parse(readFileSync(inProject('infra', 'services', 'browser-arguments.json'), 'utf8')),
    host: '127.0.0.1',
  });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}
