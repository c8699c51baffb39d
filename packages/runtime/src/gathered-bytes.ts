const FIRST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 64 * 1024;

/**
 * Bytes of a body that arrives in pieces (D36). Small pieces are copied into blocks: a sender that writes its body byte
 * by byte would otherwise take a hundred times its length, for the objects of as many buffers.
 */
export class GatheredBytes {
  /** The only piece so far, which needs no copy. */
  private alone: Buffer | null = null;
  private blocks: Buffer[] = [];
  /** Bytes used of the last block. */
  private used = 0;
  private total = 0;

  get length(): number {
    return this.total;
  }

  add(piece: Buffer): void {
    const isFirst = this.total === 0;
    this.total += piece.length;
    if (isFirst) {
      this.alone = piece;
      return;
    }
    if (this.alone) this.copy(this.alone);
    this.alone = null;
    this.copy(piece);
  }

  /** All bytes in one buffer; what was gathered is given up. */
  take(): Buffer {
    const { alone, blocks, total } = this;
    this.clear();
    return alone ?? Buffer.concat(blocks, total);
  }

  clear(): void {
    this.alone = null;
    this.blocks = [];
    this.used = 0;
    this.total = 0;
  }

  private copy(piece: Buffer): void {
    for (let from = 0; from < piece.length;) {
      const block = this.blockWithRoom();
      const copied = piece.copy(block, this.used, from);
      this.used += copied;
      from += copied;
    }
  }

  private blockWithRoom(): Buffer {
    const last = this.blocks.at(-1);
    if (last && this.used < last.length) return last;
    const size = last ? Math.min(2 * last.length, LARGEST_BLOCK) : FIRST_BLOCK;
    const block = Buffer.allocUnsafeSlow(size);
    this.blocks.push(block);
    this.used = 0;
    return block;
  }
}
