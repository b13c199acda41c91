import { calcPrice, findProvider } from '@pydantic/genai-prices';
import assert from 'node:assert/strict';
import { costs, priceTable } from '../../../../src/insight/usage/prices.ts';
import { priceTableSource } from './priceTableSource.ts';

const million = 1_000_000;
const at = Date.UTC(2026, 9, 1, 2, 30);
const makers = ['anthropic', 'openai', 'google', 'x-ai', 'mistral', 'deepseek', 'moonshotai', 'zhipuai'];

describe('prices of models', () => {
  it('are those of the package that is installed', async () => {
    const made: unknown = JSON.parse(JSON.stringify(await priceTableSource()));
    assert.deepEqual(priceTable, made, 'run node scripts/prices.mjs');
  });

  it('give what the package calculates, for every model of the makers that is paid by the token', () => {
    const costOf = costs(priceTable);
    let compared = 0;
    for (const maker of makers)
      for (const { id, match } of findProvider({ providerId: maker })?.models ?? []) {
        const model = 'equals' in match ? match.equals : id;
        const of = (input: number, output: number, cacheRead: number, cacheWrite: number) => {
          const usage = { input_tokens: input, output_tokens: output };
          const cached = { cache_read_tokens: cacheRead, cache_write_tokens: cacheWrite };
          const theirs = calcPrice({ ...usage, ...cached }, model, { timestamp: new Date(at) });
          const ours = costOf({ at, model, input, output, cacheRead, cacheWrite });
          if (ours === undefined) return; // another unit than tokens, or a name that is another maker's
          compared++;
          assert.ok(Math.abs((theirs?.total_price ?? NaN) - ours) < 1e-9, `${model}: ${ours}`);
        };
        of(1_000, 200, 0, 0);
        of(90_000, 900, 70_000, 5_000);
        of(300_000, 4_000, 100_000, 0);
      }
    assert.ok(compared > 400, String(compared));
  });

  it('of fast mode are those of the vendor, and none for models of which it tells none', () => {
    const costOf = costs(priceTable);
    const of = (model: string, output = 0) => costOf({ at, model, input: million, output });
    assert.equal(of('claude-opus-4-7 (fast)'), 30);
    assert.equal(of('claude-opus-4-7 (fast)', million), 180);
    assert.equal(of('claude-opus-4-8 (fast)'), 2 * (of('claude-opus-4-8') ?? NaN));
    assert.equal(of('claude-opus-5 (fast)'), undefined);
  });

  it('of cache writes for an hour, of another time, of names with who sells the model and of a person', () => {
    const costOf = costs(priceTable, { 'my-*': { input: 2, output: 4, cacheRead: 1 } });
    const request = { at, input: million, output: 0 };
    const hour = {
      ...request,
      model: 'claude-opus-4-5-20251101',
      cacheWrite: million,
      cacheWriteHour: million,
    };
    assert.equal(costOf(hour), 10);
    const o3 = { ...request, model: 'o3' };
    assert.deepEqual([costOf(o3), costOf({ ...o3, at: Date.UTC(2025, 0, 1) })], [2, 10]);
    for (const model of [
      'openrouter/anthropic/claude-opus-4.5',
      'us.anthropic.claude-opus-4-5-20251101-v1:0',
    ])
      assert.equal(costOf({ ...request, model }), 5, model);
    assert.equal(costOf({ ...request, model: 'My-Model', cacheRead: million / 2, output: million }), 5.5);
  });

  it('are unknown, not 0, for models without a price and tokens that nobody told', () => {
    const costOf = costs(priceTable);
    const request = { at, model: 'claude-opus-4-5', input: 1, output: 1 };
    assert.equal(costOf({ ...request, model: 'scripted-model' }), undefined);
    assert.equal(costOf({ at, model: 'claude-opus-4-5', output: 1 }), undefined);
    assert.equal(costOf({ at, input: 1, output: 1 }), undefined);
  });
});
