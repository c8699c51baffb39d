import http from 'node:http';
import https from 'node:https';
import { isPublicHttpsUrl } from '@hub/contract';
import type { Part } from '@hub/runtime';
import { lookupPublic, requireAllowedTarget } from '@hub/store-client';
import type { ResolveImage } from './image-checker';

const MAX_REDIRECTS = 3;
const TRIES = 2;

export interface ImageResolverOptions {
  /** Plain HTTP and private addresses, for tests only (D28). */
  allowInsecure: boolean;
  /** For one try, redirects included (default 10 s). */
  timeoutMs?: number;
}

/** What a server said of an image, its body not read. */
interface Head {
  status: number;
  location: string | undefined;
  contentType: string;
}

/**
 * Sees whether images really resolve (go-live, `--check-images`). Every address is checked, those of redirects too: by
 * its form and again when connected, so that nothing inside our network is ever asked (D23).
 */
export class ImageResolver implements Part {
  readonly name = 'image resolver';
  private readonly agents: { http: http.Agent; https: https.Agent };

  constructor(private readonly options: ImageResolverOptions) {
    const agent = {
      keepAlive: true,
      maxFreeSockets: 16,
      ...(options.allowInsecure ? {} : { lookup: lookupPublic }),
    };
    this.agents = { http: new http.Agent(agent), https: new https.Agent(agent) };
  }

  /** A network failure or a `5xx` is tried once more; the text names no address. */
  readonly resolve: ResolveImage = async (url) => {
    for (let left = TRIES - 1; ; left -= 1) {
      const { problem, temporary } = await this.tryOnce(url);
      if (problem === null || !temporary || left === 0) return problem;
    }
  };

  stop(): Promise<void> {
    this.agents.http.destroy();
    this.agents.https.destroy();
    return Promise.resolve();
  }

  private async tryOnce(url: string): Promise<{ problem: string | null; temporary: boolean }> {
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? 10_000);
    try {
      const problem = await this.follow(url, signal);
      return { problem, temporary: problem !== null && /^status (5|429)/.test(problem) };
    } catch (error) {
      return { problem: signal.aborted ? 'no answer in time' : failureText(error), temporary: true };
    }
  }

  private async follow(url: string, signal: AbortSignal): Promise<string | null> {
    let target = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!this.isAllowed(target))
        return redirects === 0 ? 'not a public address' : 'leads to no public address';
      const head = await this.ask(target, signal);
      if (head.status < 300 || head.status >= 400) return judge(head);
      if (head.location === undefined || !URL.canParse(head.location, target))
        return 'a redirect that leads nowhere';
      target = new URL(head.location, target).href;
    }
    return `more than ${MAX_REDIRECTS} redirects`;
  }

  /** Servers that know no HEAD, or refuse it, are asked for the first byte. */
  private async ask(url: string, signal: AbortSignal): Promise<Head> {
    const head = await this.request(url, { method: 'HEAD', signal });
    if (head.status < 400) return head;
    return this.request(url, { method: 'GET', signal, headers: { Range: 'bytes=0-0' } });
  }

  private request(url: string, options: https.RequestOptions): Promise<Head> {
    const target = new URL(url);
    if (!this.options.allowInsecure)
      requireAllowedTarget(target.protocol, target.hostname.replace(/^\[|\]$/g, ''));
    const isHttps = target.protocol === 'https:';
    const agent = isHttps ? this.agents.https : this.agents.http;
    return new Promise((resolve, reject) => {
      const request = (isHttps ? https : http).request(target, { ...options, agent }, (response) => {
        const { statusCode = 0, headers } = response;
        resolve({
          status: statusCode,
          location: headers.location,
          contentType: headers['content-type'] ?? '',
        });
        // Of a whole image nothing more is read.
        if (options.method === 'HEAD') response.resume();
        else response.destroy();
      });
      request.on('error', reject);
      request.end();
    });
  }

  private isAllowed(url: string): boolean {
    return this.options.allowInsecure ? /^https?:\/\//i.test(url) : isPublicHttpsUrl(url);
  }
}

function judge({ status, contentType }: Head): string | null {
  if (status !== 200 && status !== 206) return `status ${status}`;
  return contentType === '' || /^(image\/|application\/octet-stream)/i.test(contentType)
    ? null
    : 'not an image';
}

function failureText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
