import { parseUrl } from '@hub/contract';

const MAX_REDIRECTS = 3;

/** A server's answer for an image, its body not read. */
export interface ImageHead {
  status: number;
  location: string | undefined;
  contentType: string;
}

/**
 * Follows an image to its location; every address on the way is checked before it is requested.
 * @returns its fault, naming no address; null if the image is there
 */
export async function followImage(
  url: string,
  way: { isAllowed(url: string): boolean; ask(url: string): Promise<ImageHead> },
): Promise<string | null> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!way.isAllowed(target))
      return redirects === 0 ? 'not a public address' : 'it leads to no public address';
    const head = await way.ask(target);
    if (head.status < 300 || head.status >= 400) return judge(head);
    const onward = head.location === undefined ? null : parseUrl(head.location, target);
    if (onward === null) return 'a redirect that leads nowhere';
    target = onward.href;
  }
  return `more than ${MAX_REDIRECTS} redirects`;
}

function judge({ status, contentType }: ImageHead): string | null {
  if (status !== 200 && status !== 206) return `status ${status}`;
  return contentType === '' || /^(image\/|application\/octet-stream)/i.test(contentType)
    ? null
    : 'not an image';
}
