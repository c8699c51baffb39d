import { healthRouter, type Part } from '@hub/runtime';
import express, { type Express } from 'express';
import { page } from './page';

/** The support desk's addresses: its page and its health; anything else is a plain 404. */
export function createApp(parts: readonly Part[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'Content-Security-Policy': "default-src 'none'; style-src 'self' 'unsafe-inline'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    });
    next();
  });
  app.use(healthRouter(parts));
  app.get('/', (_request, response) => {
    response.type('html').send(page);
  });
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('not found');
  });
  return app;
}
