import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, testChromium } from '@hub/testing';
import { chromium, type Browser } from 'playwright-core';
import { z } from 'zod';

/** A browser of a test may look nowhere but at the page under test. */
const ARGUMENTS = join(repositoryRoot(), 'infra', 'services', 'browser-arguments.json');

/**
 * The browser that a whole run shares (`infra/services/test-browser.mjs`), or a separate one for this journey where jest was run
 * by hand, or the shared one has died. Closing it ends this connection and its contexts.
 */
export function openBrowser(): Promise<Browser> {
  const shared = process.env['HUB_TEST_BROWSER'];
  return shared ? chromium.connect(shared).catch(launch) : launch();
}

function launch(): Promise<Browser> {
  const args = z.array(z.string()).parse(JSON.parse(readFileSync(ARGUMENTS, 'utf8')));
  return chromium.launch({ executablePath: testChromium(), args });
}
