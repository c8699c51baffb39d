import { isPublicHttpsUrl, parseUrl } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { wholeCatalogue } from '../../catalogue/known-catalogue';
import { type Answer, exchange } from '../../http/exchange';
import { keptAnswer } from '../../http/evidence';
import { some } from '../shared/some';

/** How many images are fetched, spread evenly over the catalogue. */
const FETCHED_AT_MOST = 100;
const AT_ONCE = 5;
const REDIRECTS = 3;

export const IMAGES: Check = {
  id: 'products.images_resolve',
  step: 'products',
  direction: 'to_store',
  rule: 'The images of the products can be fetched by everybody, over public https.',
  async play(context) {
    const { pages } = await wholeCatalogue(context);
    const urls = pages.flatMap(({ products }) =>
      products.flatMap(({ product_id, images }) => images.map(({ url }) => ({ url, product_id }))),
    );
    const chosen = spread(urls);
    context.evidence.note(`${chosen.length} of ${urls.length} images are fetched`);
    const faults: string[] = [];
    for (let from = 0; from < chosen.length; from += AT_ONCE) {
      const fetched = await Promise.all(
        chosen.slice(from, from + AT_ONCE).map(async ({ url, product_id }) => {
          const problem = problemOf(await fetchImage(context, url));
          return problem === null ? [] : [`the image of product ${product_id} ${problem}`];
        }),
      );
      faults.push(...fetched.flat());
    }
    if (faults.length > 0)
      throw new CheckFault(
        some(faults),
        'serve every image that the catalogue names, without credentials, with 200 and an image content type',
      );
  },
};

function spread<T>(list: readonly T[]): T[] {
  const step = Math.max(1, list.length / FETCHED_AT_MOST);
  const count = Math.min(list.length, FETCHED_AT_MOST);
  return Array.from({ length: count }, (_, index) => list[Math.floor(index * step)]).flatMap((one) =>
    one === undefined ? [] : [one],
  );
}

function problemOf(answer: Answer): string | null {
  if (answer.kind === 'none') return `could not be fetched (${answer.failure})`;
  if (answer.status !== 200) return `was answered ${answer.status}`;
  const type = answer.headers['content-type'] ?? 'no content type';
  return type.startsWith('image/') ? null : `came as ${type}`;
}

/** An anonymous request: no credentials go with it. A redirect is followed as a browser would. */
async function fetchImage({ target, evidence }: CheckContext, address: string): Promise<Answer> {
  const { timeoutMs, allowInsecure, imagesVia } = target;
  let url = imagesVia === null ? new URL(address) : new URL(new URL(address).pathname, imagesVia);
  for (let redirects = 0; ; redirects += 1) {
    const at = new Date().toISOString();
    const headers = { accept: 'image/*', 'user-agent': 'hub-rehearse' };
    const answer: Answer =
      allowInsecure || isPublicHttpsUrl(url.href)
        ? await exchange({ url, method: 'GET', headers, timeoutMs, allowInsecure })
        : { kind: 'none', failure: 'led to an address that is not public https', tookMs: 0 };
    evidence.add({
      at,
      request: { method: 'GET', path: url.href, headers, body: null },
      answer: keptAnswer(answer),
    });
    const next = answer.kind === 'answered' && answer.status >= 300 ? answer.headers['location'] : undefined;
    const moved = next === undefined ? null : parseUrl(next, url.href);
    if (moved === null || redirects === REDIRECTS) return answer;
    url = moved;
  }
}
