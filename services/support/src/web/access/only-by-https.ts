import type { RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import type { AccessOptions } from './access-settings';

/** Browsers would not get the cookie otherwise, and nobody would know why they cannot sign in; nor is a token to go in the clear. */
export function onlyByHttps({ https, url }: AccessOptions): RequestHandler {
  return (request, _response, next) => {
    if (!https || request.secure) return next();
    const hint = 'A proxy in front of it has to say so by X-Forwarded-Proto.';
    next(new PageError(403, `This desk is reached at ${url} by https alone. ${hint}`));
  };
}
