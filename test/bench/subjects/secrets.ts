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

/** What secrets begin with, and a value that is none only at its end. */
const begun = ['secretAccessKey: 1bo', 'xoxe.xoxp-1-', 'glpat-', '://a:', `API_KEY=${'\\'.repeat(3_000)} `];
/** Length of the shorter texts. Characters. */
const begunChars = 30_000;

export const secrets: Subject = {
  name: 'secrets',
  about:
    'Masking a transcript of source code, for each megabyte, beside parsing the JSON of its lines; and texts that repeat how secrets begin, beside a tenth of them.',
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
    const masked = [10, 1].map((times) => () => {
      for (const piece of begun) masking.text(piece.repeat((times * begunChars) / piece.length));
      return Promise.resolve();
    });
    const [ours = NaN, tenth = NaN] = await timesInTurn(masked, { rounds: 9 });
    const reference = { name: 'a tenth of them', value: tenth };
    const row = { what: 'masking texts', size: 'that repeat how secrets begin', unit: 'ms' } as const;
    yield { ...row, ours, reference, limit: { ratio: 13 } };
  },
};
