import { LineSplitter } from '../files/lines.ts';
import { maxReadBytes, openListed } from '../files/open.ts';

/** How much of a file is read at once: each reading waits for a thread. Bytes. */
const readBytes = 512 * 1024;
/** How much is handed on at once: text of longer chunks fills memory. Bytes. */
const chunkBytes = 32 * 1024;

/**
 * Yields the bytes of a file from a position on; a chunk is overwritten by later ones. Throws `damaged` for a file of
 * more than `maxBytes`.
 */
export async function* chunksOfFile(
  file: string,
  from = 0,
  maxBytes = maxReadBytes,
): AsyncGenerator<Uint8Array> {
  const handle = await openListed(file, maxBytes);
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  try {
    for (let position = from; ;) {
      const { bytesRead } = await handle.read(buffer, 0, readBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      for (let at = 0; at < bytesRead; at += chunkBytes)
        yield buffer.subarray(at, Math.min(at + chunkBytes, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/**
 * Yields the lines of a text file without their line feeds, several at a time. What follows the last line feed is a line, too.
 * Throws `damaged` for a file that is too large to be read.
 */
export async function* linesOfFile(file: string): AsyncGenerator<string[]> {
  const splitter = new LineSplitter();
  for await (const chunk of chunksOfFile(file))
    yield splitter.push(chunk).filter((line) => typeof line === 'string');
  yield splitter.end().filter((line) => typeof line === 'string');
}

/** The first `bytes` bytes of a text file. */
export async function headOfFile(file: string, bytes: number): Promise<string> {
  const handle = await openListed(file, Infinity);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
