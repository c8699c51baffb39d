import { randomBytes } from 'node:crypto';

/**
 * The session's token as one page carries it: a different text each time, so that the length of a compressed page reveals
 * nothing about it, whatever part of the address the page repeats. Hexadecimal digits.
 */
export function maskToken(token: string): string {
  const pad = randomBytes(token.length / 2);
  return pad.toString('hex') + xor(Buffer.from(token, 'hex'), pad).toString('hex');
}

/** The token that a page carried; any other input matches no session's token. */
export function unmaskToken(masked: string): string {
  const [pad, rest] = [masked.slice(0, masked.length / 2), masked.slice(masked.length / 2)];
  return xor(Buffer.from(rest, 'hex'), Buffer.from(pad, 'hex')).toString('hex');
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}
