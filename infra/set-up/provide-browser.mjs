import { findChromium } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { SetUpProblem, step } from '../step.mjs';

/**
 * The browser of the tests of the support desk's pages, installed where it is missing and that is allowed.
 *
 * @returns {Promise<string>} its program
 * @throws {SetUpProblem} where there is none and none can be installed
 */
export async function provideBrowser() {
  const found = findChromium();
  if (found) return found;
  // Not every release has the one without windows, which is smaller and uses less.
  await step('Chromium: installed through apt', () =>
    install('chromium-headless-shell').catch(() => install('chromium')),
  );
  const installed = findChromium();
  if (!installed)
    throw new SetUpProblem('Chromium is installed and yet not found: set CHROMIUM to its program.');
  return installed;
}

function install(browser) {
  return installSystemPackages([browser, 'fonts-liberation'], {
    missing: 'Chromium',
    otherwise: 'set CHROMIUM to the program of a browser that knows its protocol',
  });
}
