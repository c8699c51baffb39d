/** The content of a signature header: the digest, and the faults of its notation. */
export interface ReadDigest {
  digest: Buffer | null;
  /** By the digest's length. */
  algorithm: 'sha256' | 'sha1' | 'sha384' | 'sha512' | 'md5';
  slips: { part: 'header' | 'encoding'; code: string; message: string }[];
}

const ALGORITHMS = new Map<number, ReadDigest['algorithm']>([
  [16, 'md5'],
  [20, 'sha1'],
  [32, 'sha256'],
  [48, 'sha384'],
  [64, 'sha512'],
]);

/** Parses a header as leniently as possible: faults are reported, and the digest is compared all the same. */
export function readDigest(header: string | undefined): ReadDigest {
  const slips: ReadDigest['slips'] = [];
  if (header === undefined || header.trim() === '') {
    slips.push({ part: 'header', code: 'missing', message: 'there is no X-HUB-Signature header' });
    return { digest: null, algorithm: 'sha256', slips };
  }
  const bare = header.trim().replace(/^["'](.*)["']$/, '$1');
  if (bare !== header)
    slips.push({ part: 'header', code: 'padding', message: 'there are spaces or quotes around the value' });
  const text = bare.replace(/^(?:hmac-)?(?:sha-?(?:1|256|384|512)|md5|v1)\s*[=:]\s*/i, '');
  if (!/^sha256=/i.test(bare))
    slips.push({ part: 'header', code: 'prefix', message: 'the value does not begin with `sha256=`' });
  const { digest, encoding } = decode(text);
  if (digest === null)
    slips.push({
      part: 'encoding',
      code: 'unreadable',
      message: 'the value is neither hex nor base64 of a digest',
    });
  else if (encoding !== 'hex')
    slips.push({ part: 'encoding', code: 'base64', message: 'the digest is written in base64, not in hex' });
  const algorithm = ALGORITHMS.get(digest?.length ?? 0) ?? 'sha256';
  if (digest !== null && algorithm !== 'sha256')
    slips.push({
      part: 'encoding',
      code: 'algorithm',
      message: `the digest is as long as one of ${algorithm}, not of sha256`,
    });
  return { digest, algorithm, slips };
}

function decode(text: string): { digest: Buffer | null; encoding: 'hex' | 'base64' } {
  if (/^[0-9a-f]+$/i.test(text) && ALGORITHMS.has(text.length / 2))
    return { digest: Buffer.from(text, 'hex'), encoding: 'hex' };
  const bytes = /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
  return { digest: bytes && ALGORITHMS.has(bytes.length) ? bytes : null, encoding: 'base64' };
}
