import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { contentPolicy } from './content-policy';

/** Nothing from other origins, nothing inline, no framing; pages with personal data are not cached. */
export function safeHeaders({ https }: { https: boolean }): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: false,
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: https,
      referrerPolicy: { policy: 'same-origin' },
    }),
    (request, response, next) => {
      response.set('Content-Security-Policy', contentPolicy());
      if (!request.path.startsWith('/assets/')) response.set('Cache-Control', 'no-store');
      next();
    },
  ];
}
