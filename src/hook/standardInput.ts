import type { Readable } from 'node:stream';
import { jsonOf, StoreError } from '../disk/base/core.ts';
import { inputFields } from './inputFields.ts';
import { inputText } from './inputText.ts';

/** Maximum size of a hook's input. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Reads standard input to its end or to a complete JSON object, as some agents never close it. After `patienceMs`
 * without either it returns what is there, if a field can be read of it, else throws `invalid_argument`.
 */
export function readStandardInput(input: Readable, patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const text = (): string => inputText(Buffer.concat(chunks));
    const fail = (reason: string): void => reject(new StoreError('invalid_argument', reason));
    const timer = setTimeout(() => {
      if (inputFields(text())) finish(text());
      else fail(`Standard input neither ended nor held a JSON object within ${patienceMs / 1_000} seconds.`);
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
  return /\}[\s\0]*$/.test(chunk.subarray(-64).toString('latin1')) && jsonOf(text()) !== undefined;
}
