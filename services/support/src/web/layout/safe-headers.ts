import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Nothing from other origins, nothing inline, no framing; pages with personal data are not cached. */
export function safeHeaders({ https }: { https: boolean }): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'"],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: https,
      referrerPolicy: { policy: 'same-origin' },
    }),
    (request, response, next) => {
      if (!request.path.startsWith('/assets/')) response.set('Cache-Control', 'no-store');
      next();
    },
  ];
}
