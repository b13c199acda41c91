import assert from 'node:assert/strict';
import { cutText, fitTurns } from '../../../src/history/contexts/budget.ts';
import type { Turn } from '../../../src/history/contexts/types.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { seeded } from '../../seeded.ts';
import { piecesIn } from './secrets/spilled.ts';
import { githubToken } from './secrets/tokens.ts';

const turn = (text: string, ts = 1): Turn => ({ v: 1, ts, role: 'user', text });

describe('the budget of a context', () => {
  it('is kept whatever the turns are, with the newest ones', () => {
    const random = seeded(21);
    for (let n = 0; n < 300; n++) {
      const turns = Array.from({ length: Math.floor(random() * 30) }, (_, ts) =>
        turn('字a😀 '.repeat(Math.floor(random() * 60)), ts),
      );
      const budget = { maxTurns: 1 + Math.floor(random() * 20), maxChars: 60 + Math.floor(random() * 3_000) };
      const { turns: kept, dropped } = fitTurns(turns, budget);
      assert.equal(kept.length + dropped, turns.length);
      assert.deepEqual(
        kept.map(({ ts }) => ts),
        turns.slice(dropped).map(({ ts }) => ts),
      );
      assert.ok(kept.length <= budget.maxTurns);
      assert.ok(kept.reduce((sum, { text }) => sum + text.length, 0) <= budget.maxChars);
      assert.equal(kept.length > 0, turns.length > 0);
    }
  });

  it('cuts a single turn that is longer, between characters, and says how much is left out', () => {
    const text = '😀'.repeat(500);
    for (let most = 40; most < 120; most++) {
      const cut = cutText(text, most);
      assert.ok(cut.length <= most);
      const [, head = '', left = ''] = /^((?:😀)*)\n\[… (\d+) more characters\]$/u.exec(cut) ?? [];
      assert.equal(head.length + Number(left), text.length, cut);
    }
    assert.equal(cutText('short', 5), 'short');
    assert.equal(cutText('longer than that', 0), '');
  });

  it('cuts no secret that was stored, whatever place it would end at', () => {
    const token = githubToken();
    const text = `Deploy with ${token} and then ${'go on '.repeat(30)}`;
    for (let most = 30; most < 140; most++)
      assert.deepEqual(piecesIn(`${most}`, plainSecrets.text(cutText(text, most)), token), []);
  });
});
