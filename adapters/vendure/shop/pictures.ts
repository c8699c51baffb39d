import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AssetPreviewStrategy, AssetStorageStrategy } from '@vendure/core';

/** Keeps pictures in a folder, and serves them under `/images`. A real shop would use Vendure's asset server. */
export class PictureFolder implements AssetStorageStrategy, AssetPreviewStrategy {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  async writeFileFromBuffer(name: string, data: Buffer): Promise<string> {
    await writeFile(this.pathOf(name), data);
    return basename(name);
  }

  async writeFileFromStream(name: string, data: NodeJS.ReadableStream): Promise<string> {
    return this.writeFileFromBuffer(name, await buffer(data));
  }

  readFileToBuffer(identifier: string): Promise<Buffer> {
    return readFile(this.pathOf(identifier));
  }

  readFileToStream(identifier: string) {
    return Promise.resolve(createReadStream(this.pathOf(identifier)));
  }

  deleteFile(identifier: string): Promise<void> {
    return rm(this.pathOf(identifier), { force: true });
  }

  fileExists(name: string): Promise<boolean> {
    return Promise.resolve(existsSync(this.pathOf(name)));
  }

  toAbsoluteUrl(request: { headers: Record<string, string> }, identifier: string): string {
    return `http://${request.headers['host']}/images/${identifier}`;
  }

  /** A picture is its own preview. */
  generatePreviewImage(_context: unknown, _type: string, data: Buffer): Promise<Buffer> {
    return Promise.resolve(data);
  }

  pathOf(identifier: string): string {
    return join(this.folder, basename(identifier));
  }
}
