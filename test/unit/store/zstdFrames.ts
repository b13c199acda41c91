/** Packs bytes as a frame of zstd without compressing them, in blocks of at most `blockBytes`. */
export function zstdFrame(content: string | Uint8Array, blockBytes = 100_000): Buffer {
  const bytes = Buffer.from(content);
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    blocks.push(blockHead(block.length, 0, at + blockBytes >= bytes.length), block);
  }
  return Buffer.concat([frameHead, ...blocks]);
}

/** Packs many equal bytes in few. */
export function repeatedFrame(byte: number, blocks: number, blockBytes = 100_000): Buffer {
  const packed = Array.from({ length: blocks }, (_, n) =>
    Buffer.concat([blockHead(blockBytes, 1, n === blocks - 1), Buffer.from([byte])]),
  );
  return Buffer.concat([frameHead, ...packed]);
}

/** A frame that decoders skip. */
export function skippedFrame(content: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(Buffer.byteLength(content));
  return Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18]), size, Buffer.from(content)]);
}

/** Without the size of the content, with a window of 2 MB. */
const frameHead = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]);

function blockHead(size: number, type: 0 | 1, isLast: boolean): Buffer {
  const head = (size << 3) | (type << 1) | (isLast ? 1 : 0);
  return Buffer.from([head & 0xff, (head >> 8) & 0xff, head >> 16]);
}
