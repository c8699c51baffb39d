import { parseUrl } from '@hub/contract';

/** Hosts whose images one page may show: a header that grows with what stores send could become too large to send. */
export const IMAGE_HOSTS = 16;

/** Any other character could end the directive or match further hosts. */
const HOST_NAME = /^[a-z0-9.-]+$/;

/**
 * The policy of a page: nothing from other origins, nothing inline, no framing.
 *
 * @param imageUrls addresses given by stores, whose hosts alone may serve images to this page
 */
export function contentPolicy(imageUrls: readonly (string | null)[] = []): string {
  const sources = new Set(imageUrls.flatMap((url) => sourceOf(url) ?? []));
  const images = ["'self'", ...[...sources].slice(0, IMAGE_HOSTS)];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images.join(' ')}`,
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';');
}

/** Built from the parts of the parsed address. @returns null if the policy cannot name its host */
function sourceOf(url: string | null): string | null {
  const read = url === null ? null : parseUrl(url);
  if (!read || !/^https?:$/.test(read.protocol) || !HOST_NAME.test(read.hostname)) return null;
  return `${read.protocol}//${read.hostname}${read.port === '' ? '' : `:${read.port}`}`;
}
