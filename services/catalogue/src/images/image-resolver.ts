import type { RequestOptions } from 'node:https';
import type { Component } from '@hub/runtime';
import {
  followImage,
  headOf,
  PublicImages,
  type ImageHead,
  type PublicImagesOptions,
} from '@hub/store-calls';
import type { ResolveImage } from './image-checker';

const TRIES = 2;
const TEMPORARY = /^status (5\d\d|429)$/;

export interface ImageResolverOptions extends PublicImagesOptions {
  /** For one try, redirects included (default 10 s). */
  timeoutMs?: number;
}

/**
 * Checks whether images resolve (go-live, `--check-images`). Every address is checked, including those of redirects.
 */
export class ImageResolver implements Component {
  readonly name = 'image resolver';
  private readonly images: PublicImages;

  constructor(private readonly options: ImageResolverOptions) {
    this.images = new PublicImages(options);
  }

  /** A network failure, a `5xx` or a `429` is retried once. */
  readonly resolve: ResolveImage = async (url) => {
    for (let left = TRIES - 1; ; left -= 1) {
      const { problem, temporary } = await this.tryOnce(url);
      if (problem === null || !temporary || left === 0) return problem;
    }
  };

  stop(): Promise<void> {
    this.images.stop();
    return Promise.resolve();
  }

  private async tryOnce(url: string): Promise<{ problem: string | null; temporary: boolean }> {
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? 10_000);
    try {
      const problem = await followImage(url, {
        isAllowed: (target) => this.images.isAllowed(target),
        ask: (target) => this.ask(target, signal),
      });
      return { problem, temporary: problem !== null && TEMPORARY.test(problem) };
    } catch (error) {
      return { problem: signal.aborted ? 'no answer in time' : failureText(error), temporary: true };
    }
  }

  /** Servers that do not support HEAD, or refuse it, are asked for the first byte. */
  private async ask(url: string, signal: AbortSignal): Promise<ImageHead> {
    const head = await this.request(url, { method: 'HEAD', signal });
    return head.status < 400
      ? head
      : this.request(url, { method: 'GET', signal, headers: { Range: 'bytes=0-0' } });
  }

  private async request(url: string, options: RequestOptions): Promise<ImageHead> {
    const answer = await this.images.request(url, options);
    // Nothing more of the image is read.
    if (options.method === 'HEAD') answer.resume();
    else answer.destroy();
    return headOf(answer);
  }
}

function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
