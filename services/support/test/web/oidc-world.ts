import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@hub/runtime';
import type { OidcSettings } from '../../src/web/access/oidc/oidc-settings';
import { openDesk, type DeskWorld } from './desk-world';
import { Visitor, type Answer } from './visitor';

/** A desk whose people sign in at an issuer: a provider in its own process. */
export class OidcWorld {
  private issuer: ChildProcess | undefined;

  private constructor(
    readonly desk: DeskWorld,
    readonly settings: OidcSettings,
    /** The address of the desk that trusts the issuer. */
    readonly url: string,
  ) {}

  static async open(): Promise<OidcWorld> {
    const desk = await openDesk();
    const [issuerPort, deskPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${deskPort}`;
    const settings = {
      issuer: `http://127.0.0.1:${issuerPort}`,
      clientId: 'desk',
      clientSecret: 'secret-of-the-desk',
      roleClaim: 'roles',
      returnUrl: `${url}/sign-in/oidc/return`,
    };
    await desk.serve({ accounts: [], url, oidc: settings }, deskPort);
    return new OidcWorld(desk, settings, url);
  }

  async startIssuer(): Promise<void> {
    const hook = join(__dirname, '..', 'typescript-hook.js');
    const program = join(__dirname, '..', 'oidc-issuer-main.ts');
    const child = spawn(process.execPath, ['-r', hook, program], {
      env: {
        ...process.env,
        PORT: new URL(this.settings.issuer).port,
        RETURN_URL: this.settings.returnUrl,
        NODE_NO_WARNINGS: '1',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.issuer = child;
    await once(child.stdout, 'data');
  }

  async stopIssuer(): Promise<void> {
    if (!this.issuer) return;
    const exited = once(this.issuer, 'exit');
    this.issuer.kill('SIGKILL');
    await exited;
    this.issuer = undefined;
  }

  /** Presses the button of the sign-in page. @returns the redirect address */
  async begin(visitor: Visitor, next = '/orders'): Promise<URL> {
    await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in/oidc', { next });
    const address = /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1];
    if (address === undefined) throw new Error(`led nowhere: ${answer.status} ${answer.text}`);
    return new URL(address);
  }

  /** Signs in at the issuer as a person does, and consents if it asks. @returns the address it redirects back to */
  async atIssuer(address: URL, login: string, browser = new Visitor(this.settings.issuer)): Promise<string> {
    let answer = await browser.get(address.href);
    for (let step = 0; step < 10; step += 1) {
      const place = answer.location ?? '';
      if (place.startsWith(this.url)) return place.replace(this.url, '');
      answer = await (place.startsWith('/interaction/')
        ? this.interact(browser, place, login)
        : browser.get(place));
    }
    throw new Error(`the issuer sends nobody back: ${answer.status} ${answer.text}`);
  }

  /** The whole sign-in. @returns the desk's answer to the browser that comes back */
  async signIn(visitor: Visitor, login: string): Promise<Answer> {
    return visitor.get(await this.atIssuer(await this.begin(visitor), login));
  }

  private async interact(browser: Visitor, place: string, login: string): Promise<Answer> {
    const page = await browser.get(place);
    const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
    return browser.post(place, { prompt, login, password: 'any' });
  }

  async close(): Promise<void> {
    await this.stopIssuer();
    await this.desk.close();
  }
}
