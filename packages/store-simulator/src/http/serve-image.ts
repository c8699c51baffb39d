import type { Request, Response } from 'express';

/** One transparent pixel: the contract does not care what the image shows, only that it can be fetched. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Any image of the catalogue, for clients that request it from this store instead of its own address. */
export function serveImage(_request: Request, response: Response): void {
  response.type('image/gif').send(PIXEL);
}
