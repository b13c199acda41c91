import { LineSplitter } from '../../disk/files/lines.ts';
import { maxReadBytes, openListed } from '../../disk/files/open.ts';

/** Size of a read, each of which waits for a thread. Bytes. */
const readBytes = 512 * 1024;
/** Size of a chunk; text of longer ones fills memory. Bytes. */
const chunkBytes = 32 * 1024;

/**
 * Yields the bytes of a file from a position on; later chunks overwrite earlier ones. Throws `damaged` if the file has
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
 * Yields the lines of a text file without line feeds, in groups. Text after the last line feed counts as a line. Throws
 * `damaged` if the file is too large.
 */
export async function* linesOfFile(file: string): AsyncGenerator<string[]> {
  const splitter = new LineSplitter();
  for await (const chunk of chunksOfFile(file))
    yield splitter.push(chunk).filter((line) => typeof line === 'string');
  yield splitter.end().filter((line) => typeof line === 'string');
}

/** Reads the first `bytes` bytes of a text file. */
export async function headOfFile(file: string, bytes: number): Promise<string> {
  const handle = await openListed(file, Infinity);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
