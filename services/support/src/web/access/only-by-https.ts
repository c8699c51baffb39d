import type { RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import type { AccessOptions } from './access-settings';

/** Browsers would not receive the cookie otherwise, and sign-in would fail without a reason; nor may a token travel unencrypted. */
export function onlyByHttps({ https, url }: AccessOptions): RequestHandler {
  return (request, _response, next) => {
    if (!https || request.secure) return next();
    const hint = 'A proxy in front of it has to say so by X-Forwarded-Proto.';
    next(new PageError(403, `This desk is reached at ${url} by https alone. ${hint}`));
  };
}
