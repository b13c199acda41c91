import type { Readable } from 'node:stream';
import { jsonOf, StoreError } from '../disk/base/core.ts';

/** Maximum size of a hook's input. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Reads standard input to its end or to a complete JSON object, as some agents never close it, without a byte order
 * mark. Throws `invalid_argument` after `patienceMs` without either.
 */
export function readStandardInput(input: Readable, patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const text = (): string =>
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, '');
    const fail = (reason: string): void => reject(new StoreError('invalid_argument', reason));
    const timer = setTimeout(() => {
      fail(`Standard input neither ended nor held a JSON object within ${patienceMs / 1_000} seconds.`);
    }, patienceMs);
    const finish = (result: string): void => {
      clearTimeout(timer);
      resolve(result);
    };
    input.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) fail(`Standard input holds more than ${maxBytes} bytes.`);
      else if (isWhole(chunk, text)) finish(text());
    });
    input.once('end', () => finish(text()));
    input.once('error', (error) => fail(`Standard input cannot be read: ${error.message}`));
  });
}

function isWhole(chunk: Buffer, text: () => string): boolean {
  // Otherwise more is to come, or it is not JSON, which the end shows.
  return /\}\s*$/.test(chunk.subarray(-64).toString('latin1')) && jsonOf(text()) !== undefined;
}
