import type { Visit } from './visit';

/** For the trail: the token that a program did it with. */
export function doneBy({ tokenId }: Visit): { token?: string } {
  return tokenId === null ? {} : { token: tokenId };
}
