import type { Response } from 'express';

/** Allows this page alone to show images from the hosts of these addresses only (`safeHeaders`). */
export function allowImages(response: Response, urls: readonly (string | null)[]): void {
  const policy = response.getHeader('Content-Security-Policy');
  const origins = new Set(urls.flatMap((url) => originOf(url) ?? []));
  if (typeof policy !== 'string' || origins.size === 0) return;
  response.set(
    'Content-Security-Policy',
    policy.replace("img-src 'self'", `img-src 'self' ${[...origins].join(' ')}`),
  );
}

function originOf(url: string | null): string | null {
  const read = url === null ? null : URL.parse(url);
  return read && /^https?:$/.test(read.protocol) ? read.origin : null;
}
