import { readFileSync, writeFileSync } from 'node:fs';
import { checksum } from '../../../src/disk/files/checksum.ts';

/** Changes the rows of a file of derived values, so that they are as valid as before. */
export function editRows(file: string, from: string, to: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const edited = lines.map((line) => {
    if (!/^[0-9a-f]{8}\t/.test(line)) return line;
    const text = line.slice(9).replace(from, to);
    return `${checksum(Buffer.from(text)).toString(16).padStart(8, '0')}\t${text}`;
  });
  writeFileSync(file, edited.join('\n'));
}
