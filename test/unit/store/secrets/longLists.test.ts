import assert from 'node:assert/strict';
import { StoreSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { githubToken } from './tokens.ts';

const secrets = new StoreSecrets({ mode: () => 'mask', folders: () => [], isReadOnly: () => true });

/** So many texts, each of its own, that looking through them takes many slices. */
const texts = Array.from({ length: 20_000 }, (_, n) => ({
  id: `${n}`,
  text: `What was said ${n} `.repeat(9),
}));

describe('masking a long list', () => {
  it('lets others have their turn meanwhile', async () => {
    let turns = 0;
    const turn = setInterval(() => turns++, 1);
    await secrets.shownInSlices({ total: 1, texts });
    clearInterval(turn);
    assert.ok(turns > 1, `others had ${turns} turns`);
  });

  it('masks what is masked at once: items, names and what stands beside the list', async () => {
    const value = {
      title: `with ${githubToken()}`,
      [`in a name ${githubToken()}`]: 1,
      path: githubToken(),
      items: [...texts, { text: `in an item ${githubToken()}` }],
      files: Array.from({ length: 1_000 }, () => githubToken()),
      ['__proto__']: texts.slice(0, 600),
    };
    const shown = await secrets.shownInSlices(value);
    assert.deepEqual(shown, secrets.shown(value));
    assert.match(JSON.stringify(shown.items.at(-1)), /in an item \[secret: /);
    const list = [...value.items];
    assert.deepEqual(await secrets.shownInSlices(list), secrets.shown(list));
  });

  it('gives back as it is what has no secret, and at once what is short', async () => {
    const value = { texts, hits: texts.slice(0, 3) };
    assert.equal(await secrets.shownInSlices(value), value);
    assert.equal(await secrets.shownInSlices(texts), texts);
    const short = { texts: texts.slice(0, 3) };
    assert.equal(secrets.shownInSlices(short), short);
  });
});
