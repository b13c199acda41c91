import { findProvider, type MatchLogic, type ModelPrice } from '@pydantic/genai-prices';
import fs from 'node:fs';

/** When each version of the package was published, which it does not tell: `npm view @pydantic/genai-prices time`. */
const published: Readonly<Record<string, string>> = { '0.1.8': '2026-09-23' };

/** Who makes the models that agents use; others sell the same. The first that knows a name counts. */
const makers = [
  'anthropic',
  'openai',
  'google',
  'x-ai',
  'mistral',
  'deepseek',
  'moonshotai',
  'minimax',
  'zhipuai',
];

const columns = ['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok', 'cache_write_1h_mtok'];

/** The part of the package that is used, as the source of `priceTable.ts`: a tenth of it. */
export async function priceTableSource(): Promise<string> {
  const file = 'node_modules/@pydantic/genai-prices/package.json';
  const { version } = JSON.parse(await fs.promises.readFile(file, 'utf8')) as { readonly version: string };
  const date = published[version];
  if (date === undefined) throw new Error(`Note in ${import.meta.filename} when ${version} was published.`);
  const makersOf = makers.map((id) => {
    const maker = findProvider({ providerId: id });
    if (!maker?.model_match) throw new Error(`There is no maker ${id} in ${version}.`);
    const models = maker.models.flatMap(({ match, prices }) => {
      const rows = (Array.isArray(prices) ? prices : [{ prices }]).map(rowOf);
      return rows.every((row) => row === undefined) ? [] : [[patternOf(match), rows]];
    });
    return [patternOf(maker.model_match), models];
  });
  return [
    '// Made by scripts/prices.mjs from @pydantic/genai-prices (MIT, Copyright (c) Pydantic Services Inc.); not to be changed by hand.',
    "import type { PriceTable } from './prices.ts';",
    '/** What makers of models ask for; see `PriceTable`. */',
    `export const priceTable: PriceTable = ${JSON.stringify({ date, version, makers: makersOf })};`,
  ].join('\n');
}

function rowOf({ prices, constraint }: { readonly prices: ModelPrice; readonly constraint?: object }) {
  const row = columns.map((column) => {
    const price = prices[column];
    if (price === undefined || typeof price === 'number') return price ?? null;
    return [price.base, ...price.tiers.map(({ start, price: more }) => [start, more])];
  });
  const when = constraint && Object.entries(constraint).filter(([name]) => name !== 'type');
  if (row.every((price) => price === null)) return undefined;
  return when ? [row, Object.fromEntries(when)] : [row];
}

const literal = (text: string): string => text.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** As a regular expression for a name in lower case. */
function patternOf(match: MatchLogic): string {
  if ('or' in match) return match.or.map(patternOf).join('|');
  if ('equals' in match) return `^${literal(match.equals)}$`;
  if ('starts_with' in match) return `^${literal(match.starts_with)}`;
  if ('ends_with' in match) return `${literal(match.ends_with)}$`;
  if ('contains' in match) return literal(match.contains);
  if ('regex' in match) return match.regex.includes('|') ? `(?:${match.regex})` : match.regex;
  return match.and.map((each) => `(?=.*?(?:${patternOf(each)}))`).join('');
}
