import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { StoreSecrets } from '../../src/store/secrets/secrets.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';

/** The least time of several runs, so that other work on the machine counts little. Milliseconds. */
function least(work: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

describe('masking', () => {
  const secrets = new StoreSecrets({ mode: () => 'mask', folders: () => [], isReadOnly: () => true });
  const code = fs.readFileSync(join(__dirname, '../../node_modules/typescript/lib/typescript.js'), 'utf8');
  const pieces = Array.from({ length: 500 }, (_, n) => code.slice(n * 8_000, (n + 1) * 8_000));
  const lines = (every: number) =>
    pieces
      .map(
        (text, n) => `${JSON.stringify({ n, text: n % every === 0 ? `${text} ${githubToken()}` : text })}\n`,
      )
      .join('');

  for (const [name, every] of [
    ['without secrets', Infinity],
    ['with a secret in each tenth line', 10],
    ['with a secret in each line', 1],
  ] as const)
    it(`of a transcript ${name} costs less than 0.3 s a megabyte`, function () {
      this.timeout(120_000);
      const text = lines(every);
      const parse = least(() => text.split('\n').map((line) => line && (JSON.parse(line) as unknown)));
      const mask = least(() => secrets.document(text));
      const perMegabyte = mask / (text.length / 1e6);
      console.log(
        `      ${perMegabyte.toFixed(0)} ms a megabyte, ${(mask / parse).toFixed(1)} times what parsing its JSON costs`,
      );
      assert.ok(perMegabyte < 300, `${perMegabyte} ms`);
    });
});
