import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreSecrets } from '../../../src/disk/secrets/secrets.ts';
import { githubToken } from '../../unit/store/secrets/tokens.ts';
import { timesInTurn } from '../measure.ts';
import type { Subject } from '../subject.ts';

const kinds = {
  'without secrets': Infinity,
  'with a secret in each tenth line': 10,
  'with one in each line': 1,
};

export const secrets: Subject = {
  name: 'secrets',
  about: 'Masking a transcript of source code, for each megabyte, beside parsing the JSON of its lines.',
  run: async function* () {
    const masking = new StoreSecrets({ mode: () => 'mask', folders: () => [], isReadOnly: () => true });
    const code = readFileSync(join(__dirname, '../../../node_modules/@types/vscode/index.d.ts'), 'utf8');
    const pieces = Array.from({ length: 80 }, (_, n) => code.slice(n * 8_000, (n + 1) * 8_000));
    for (const [kind, every] of Object.entries(kinds)) {
      const lines = pieces.map(
        (text, n) => `${JSON.stringify({ n, text: n % every === 0 ? `${text} ${githubToken()}` : text })}\n`,
      );
      const text = lines.join('');
      const mask = (): Promise<unknown> => Promise.resolve(masking.document(text));
      const parse = (): Promise<unknown> => Promise.resolve(lines.map((line) => JSON.parse(line) as unknown));
      const [own = NaN, plain = NaN] = await timesInTurn([mask, parse], { rounds: 9 });
      const megabytes = text.length / 1e6;
      const reference = { name: 'JSON.parse', value: plain / megabytes };
      const row = { what: 'masking a megabyte', size: kind, unit: 'ms' } as const;
      yield { ...row, ours: own / megabytes, reference, limit: { ours: 300 } };
    }
  },
};
