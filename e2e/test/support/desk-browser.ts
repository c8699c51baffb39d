import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { patience } from '@hub/testing';
import { hash } from '@node-rs/argon2';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { openBrowser } from './open-browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const Findings = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** An agent who may sign in at the desk. */
export interface DeskAccount {
  name: string;
  password: string;
  /** What support is configured with for it. */
  env: NodeJS.ProcessEnv;
}

export async function aDeskAccount(role: 'viewer' | 'agent' | 'lead'): Promise<DeskAccount> {
  const [name, password] = ['ada', 'a password for this test alone'];
  const cheaply = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  const account = { name, role, password_hash: await hash(password, cheaply) };
  return { name, password, env: { SUPPORT_ACCOUNTS: JSON.stringify([account]) } };
}

export interface Look {
  colorScheme?: 'light' | 'dark';
  width?: number;
  /** The agent's time zone; unless given, that of the test. */
  timezoneId?: string;
  /** Whether the browser runs scripts; unless given it does. */
  scripts?: boolean;
}

const HEIGHT = 900;
const BOTH_LOOKS = [
  { name: 'by day', width: 1280, colorScheme: 'light' },
  { name: 'by night on a phone', width: 360, colorScheme: 'dark' },
] as const;

const RAW =
  /(?<!\b\d{3} |\()\b[a-z]+(?:_[a-z]+)+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|(?<![\w.:/+-])\d{5,7}(?![\w-])/g;
/** Bytes, commands, references and what others wrote. */
const MEANT_SO = 'pre, code, kbd, .ref, figure, script, style, noscript, textarea, option';

/** An agent at the desk with a real browser. */
export class DeskBrowser {
  /** What the browser complained of: scripts that failed, things the content security policy refused. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      // The status of a page is the test's own business.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async open(
    url: string,
    { colorScheme = 'light', width = 1280, timezoneId, scripts = true }: Look = {},
  ): Promise<DeskBrowser> {
    const browser = await openBrowser();
    const context = await browser.newContext({
      baseURL: url,
      colorScheme,
      viewport: { width, height: HEIGHT },
      javaScriptEnabled: scripts,
      ...(timezoneId === undefined ? {} : { timezoneId }),
    });
    context.setDefaultTimeout(patience(20_000));
    return new DeskBrowser(browser, context, await context.newPage());
  }

  async signIn({ name, password }: DeskAccount): Promise<void> {
    await this.page.goto('/sign-in');
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.page.getByRole('navigation').waitFor();
  }

  /** What an accessibility checker finds on the page as it is now, by rule. */
  async findings(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const violations: unknown = await this.page.evaluate(
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
    );
    return Findings.parse(violations).flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  }

  /**
   * What is wrong with the page on a screen by day and on a phone by night: both layouts and both colour schemes, without
   * loading it again. A fault names the look.
   */
  async faultsInBothLooks(picture: string): Promise<string[]> {
    const faults: string[] = [];
    for (const { name, width, colorScheme } of BOTH_LOOKS) {
      await this.page.setViewportSize({ width, height: HEIGHT });
      await this.page.emulateMedia({ colorScheme });
      await this.picture(`${name} ${picture}`.replaceAll(/[^a-z0-9]+/gi, '-'));
      const overhang = await this.overhang();
      if (overhang > 0) faults.push(`${name}: ${overhang} px too wide`);
      faults.push(...(await this.findings()).map((finding) => `${name}: ${finding}`));
    }
    return faults;
  }

  /** How far the page is wider than its window, in pixels; 0: nothing scrolls sideways. */
  async overhang(): Promise<number> {
    const overhang: unknown = await this.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    return z.number().parse(overhang);
  }

  /** The same of the tables on the page, each of which may scroll separately; 0 too where there is none. */
  async overhangOfTables(): Promise<number> {
    const overhang: unknown = await this.page.evaluate(
      "Math.max(0, ...[...document.querySelectorAll('.scroll:has(table)')].map((box) => box.scrollWidth - box.clientWidth))",
    );
    return z.number().parse(overhang);
  }

  /**
   * What is hard to read: codes with underscores, ids of rows, long numbers in one piece. Bytes, commands and
   * references are exempt; so is the code of an answer, after its status: a store's developers look for that.
   */
  async rawWords(): Promise<string[]> {
    const texts: unknown = await this.page.evaluate(
      `[...document.querySelectorAll('body *')]
        .filter((element) => !element.closest(${JSON.stringify(MEANT_SO)}) && element.checkVisibility())
        .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data))`,
    );
    const found = z
      .array(z.string())
      .parse(texts)
      .flatMap((text) => text.match(RAW) ?? []);
    return [...new Set(found)].toSorted();
  }

  /** Keeps a picture for people to look at, where the folder is asked for. */
  async picture(name: string, folder = process.env['HUB_TEST_PICTURES']): Promise<void> {
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.browser.close();
  }
}
