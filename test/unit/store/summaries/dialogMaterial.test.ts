import assert from 'node:assert/strict';
import { asText } from '../../../../src/history/summaries/asText.ts';
import { dialogMaterial } from '../../../../src/history/summaries/dialogMaterial.ts';
import { languageOf } from '../../../../src/history/summaries/language.ts';
import { summarize } from '../../../../src/history/summaries/summarize.ts';
import { assistant, many, user, withStore } from '../withStore.ts';
import { linesOf, noAnswer, ScriptedModel, shownIn } from './material.ts';

const limits = { maxMessages: 200, maxBytes: 65_536 };

describe('a dialog as a model is shown it', () => {
  it('has all its messages without secrets, its summary in sections, and what stays anyway', () =>
    withStore(async ({ open }) => {
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      const plain = open({ secrets: () => 'keep' });
      await plain.dialogs.save('d', many(8));
      await plain.dialogs.save('d', [user(`the token is ${secret}`), assistant('ok')]);
      await plain.dialogs.setSummary('d', `We use ${secret}`, 'replace');
      const material = await dialogMaterial(open().dialogs, 'd', limits);
      assert.equal(JSON.stringify(material).includes(secret), false);
      assert.deepEqual(
        material.lines.map(({ number }) => number),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      );
      assert.deepEqual(Object.keys(material.summary ?? {}), ['summary']);
      assert.deepEqual(material.recent, [5, 6, 7, 8, 9, 10]);
      assert.deepEqual(material.room, { messages: 40, bytes: 16_384, summaryBytes: 24_576 });
    }));

  it('keeps fewer of the newest where these are long, and within small limits', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [...many(3), user('x'.repeat(12_000)), user('y'.repeat(10_000))]);
      assert.deepEqual((await dialogMaterial(store.dialogs, 'd', limits)).recent, [5]);
      const small = await dialogMaterial(store.dialogs, 'd', { maxMessages: 2, maxBytes: 200_000 });
      assert.deepEqual([small.recent, small.room?.messages], [[5], 1]);
    }));

  it('fits into the recommended limits once it is compacted, whatever the model keeps', () =>
    withStore(async ({ store }) => {
      for (let n = 0; n < 10; n++) await store.dialogs.save('d', many(100, 350, n * 100));
      const material = await dialogMaterial(store.dialogs, 'd', limits);
      const model = new ScriptedModel((prompt) => {
        const most = Number(/at most (\d+), together/.exec(prompt)?.[1]);
        const numbers = shownIn(prompt).map(({ message }) => message);
        return { ...noAnswer, essential: numbers.slice(0, most) };
      }, 20_000);
      const { summary, essential } = await summarize(model, material);
      assert.ok(
        model.asked.length > 3 && essential.length <= 40,
        `${model.asked.length} ${essential.length}`,
      );
      const keep = [...new Set([...essential, ...material.recent])].map((number) => number - 1);
      await store.dialogs.compact('d', { version: material.version, summary, keep });
      assert.equal((await store.dialogs.overview('d'))?.maintenance, undefined);
    }));
});

describe('the language of a summary', () => {
  it('is Chinese where people write so, whatever the code and the agent say', () => {
    assert.equal(languageOf(linesOf('请修复 src/checkout/rounding.ts 的舍入', 'Done, in cents.')), 'zh');
    assert.equal(languageOf(linesOf('Rename 支付 to payment in the report', '好的')), 'other');
    assert.equal(languageOf([]), 'other');
  });

  it('names its sections', () => {
    const entries = { decisions: ['d'], own: ['o'], TODO: [{ value: 't', date: '2026-02-05' }] };
    assert.equal(asText(entries), '**Decisions**\n\n- d\n\n**To do**\n\n- t (2026-02-05)\n\n**own**\n\n- o');
    assert.equal(asText({ 决策: ['用整数分'] }), '**决策**\n\n- 用整数分');
    assert.equal(asText({ facts: [] }), '');
  });
});
