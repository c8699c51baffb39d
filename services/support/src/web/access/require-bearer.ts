import type { Request, RequestHandler, Response } from 'express';
import { PageError } from '../layout/page-error';

interface Bearer<Holder> {
  /** Null: the token admits no one. */
  find: (token: string) => Promise<Holder | null>;
  keep: (holder: Holder, request: Request, response: Response) => void;
  /** Why a token is not taken. */
  refusal: string;
}

/** Admits only a request with a bearer token that has a holder. */
export function requireBearer<Holder>({ find, keep, refusal }: Bearer<Holder>): RequestHandler {
  return async (request, response, next) => {
    const [, token = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(request.get('Authorization') ?? '') ?? [];
    const holder = await find(token);
    if (holder === null) {
      response.set('WWW-Authenticate', 'Bearer');
      throw new PageError(401, refusal);
    }
    keep(holder, request, response);
    next();
  };
}
