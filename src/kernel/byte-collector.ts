import { freeableBytes, freeBytes } from './freeable-bytes.js';

const nothing = Buffer.alloc(0);

/**
 * Puts the pieces of a body together. From the second on they are copied into place as they come: pieces that are kept until the end
 * survive into V8's old generation, and the full collections that free them cost more than all else about a large body.
 */
export class ByteCollector {
  private room: Buffer = nothing;
  /** Whether the room is more than the first piece. */
  private isOwnRoom = false;
  /** The last piece of which nothing is needed any more. */
  private left: Buffer = nothing;
  length = 0;

  /** `expected` is the length of the whole as far as it is known; more is taken, too. */
  constructor(private readonly expected = 0) {}

  add(piece: Buffer): void {
    const end = this.length + piece.length;
    if (this.length === 0) {
      this.room = piece;
    } else {
      if (end > this.room.length) this.grow(end);
      piece.copy(this.room, this.length);
      this.leave(piece);
    }
    this.length = end;
  }

  /** Everything so far, after which it begins anew. Whoever knows when nobody needs it any more may free what is large (`freeBytes`). */
  take(): Buffer {
    const whole = this.room.subarray(0, this.length);
    this.room = nothing;
    this.isOwnRoom = false;
    this.left = nothing;
    this.length = 0;
    return whole;
  }

  private grow(needed: number): void {
    const wider = freeableBytes(Math.max(this.expected, needed * 2));
    this.room.copy(wider, 0, 0, this.length);
    if (this.isOwnRoom) freeBytes(this.room);
    else this.leave(this.room);
    this.room = wider;
    this.isOwnRoom = true;
  }

  /** Frees the memory of the piece before, unless this one lies in it, too: what it came from may still be at it. */
  private leave(piece: Buffer): void {
    if (this.left.buffer !== piece.buffer) freeBytes(this.left);
    this.left = piece;
  }
}
