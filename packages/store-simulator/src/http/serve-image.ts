import type { Request, Response } from 'express';

/** One transparent pixel: what the shop window would show is no matter of the contract, only that it can be fetched. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** An image of the catalogue, whichever it is, for whoever asks this store in place of the address it stands for. */
export function serveImage(_request: Request, response: Response): void {
  response.type('image/gif').send(PIXEL);
}
