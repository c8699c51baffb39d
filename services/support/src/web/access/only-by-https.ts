import type { BlockList } from 'node:net';
import { isTrusted } from '@hub/runtime';
import type { RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import type { AccessOptions } from './access-settings';

/**
 * Whose word on https and on the client's address is taken (Express' `trust proxy`): that of `TRUSTED_PROXIES`; where none are named,
 * that of the one proxy directly before an https address.
 */
export function proxyTrust(
  https: boolean,
  proxies: BlockList,
): number | boolean | ((address: string) => boolean) {
  if (proxies.rules.length === 0) return https ? 1 : false;
  return (address) => isTrusted(proxies, address);
}

/** Browsers would not receive the cookie otherwise, and sign-in would fail without a reason; nor may a token travel unencrypted. */
export function onlyByHttps({ https, url }: Pick<AccessOptions, 'https' | 'url'>): RequestHandler {
  return (request, _response, next) => {
    if (!https || request.secure) return next();
    const hint = 'A proxy in front of it has to say so by X-Forwarded-Proto.';
    next(new PageError(403, `This is reached at ${url} by https alone. ${hint}`));
  };
}
