import http from 'node:http';
import https from 'node:https';
import { isPublicHttpsUrl } from '@hub/contract';
import type { Part } from '@hub/runtime';
import { followImage, lookupPublic, type ImageHead } from '@hub/store-calls';

import type { ResolveImage } from './image-checker';

const TRIES = 2;
const TEMPORARY = /^status (5\d\d|429)$/;

export interface ImageResolverOptions {
  /** Plain HTTP and private addresses, for tests only (D28). */
  allowInsecure: boolean;
  /** For one try, redirects included (default 10 s). */
  timeoutMs?: number;
}

/**
 * Sees whether images really resolve (go-live, `--check-images`). Every address is checked, those of redirects too: by
 * its form, and again when connected, so that nothing inside our network is ever asked (D23).
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

  /** A network failure, a `5xx` or a `429` is tried once more. */
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
      const problem = await followImage(url, {
        isAllowed: (target) => this.isAllowed(target),
        ask: (target) => this.ask(target, signal),
      });
      return { problem, temporary: problem !== null && TEMPORARY.test(problem) };
    } catch (error) {
      return { problem: signal.aborted ? 'no answer in time' : failureText(error), temporary: true };
    }
  }

  /** Judged by its form alone; a name is judged by what it leads to when it is looked up. */
  private isAllowed(url: string): boolean {
    return this.options.allowInsecure ? /^https?:\/\//i.test(url) : isPublicHttpsUrl(url);
  }

  /** Servers that know no HEAD, or refuse it, are asked for the first byte. */
  private async ask(url: string, signal: AbortSignal): Promise<ImageHead> {
    const head = await this.request(url, { method: 'HEAD', signal });
    return head.status < 400
      ? head
      : this.request(url, { method: 'GET', signal, headers: { Range: 'bytes=0-0' } });
  }

  private request(url: string, options: https.RequestOptions): Promise<ImageHead> {
    const isHttps = url.toLowerCase().startsWith('https:');
    const agent = isHttps ? this.agents.https : this.agents.http;
    return new Promise((resolve, reject) => {
      const request = (isHttps ? https : http).request(url, { ...options, agent }, (response) => {
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
}

function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
