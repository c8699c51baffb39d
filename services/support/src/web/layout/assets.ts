import { join } from 'node:path';
import express, { Router } from 'express';

const ASSETS = join(__dirname, '..', '..', '..', 'assets');
const SCRIPTS = {
  '/htmx.js': require.resolve('htmx.org/dist/htmx.min.js'),
  '/idiomorph.js': require.resolve('idiomorph/dist/idiomorph-ext.min.js'),
};

/** Public styles, icon and scripts of the frame that desk and door share. */
export function assets(): Router {
  const router = Router();
  for (const [path, file] of Object.entries(SCRIPTS))
    // Packages may lie below a directory whose name begins with a dot.
    router.get(path, (_request, response) => response.sendFile(file, { dotfiles: 'allow', maxAge: '1h' }));
  return router.use(express.static(ASSETS, { index: false, maxAge: '1h' }));
}
