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

/** Names of the package for prices and times, and ours. */
const columns = {
  input_mtok: 'input',
  output_mtok: 'output',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite',
  cache_write_1h_mtok: 'cacheWriteHour',
} as const;
const times: Readonly<Record<string, string>> = {
  start_date: 'startDate',
  start_time: 'startTime',
  end_time: 'endTime',
};

/** The part of the package that is used, as `priceTable.json`: a tenth of it. */
export async function priceTableSource() {
  const file = 'node_modules/@pydantic/genai-prices/package.json';
  const { version } = JSON.parse(await fs.promises.readFile(file, 'utf8')) as { readonly version: string };
  const date = published[version];
  if (date === undefined) throw new Error(`Note in ${import.meta.filename} when ${version} was published.`);
  const makersOf = makers.map((id) => {
    const maker = findProvider({ providerId: id });
    if (!maker?.model_match) throw new Error(`There is no maker ${id} in ${version}.`);
    const models = maker.models.flatMap(({ match, prices: all }) => {
      const prices = (Array.isArray(all) ? all : [{ prices: all }])
        .map(pricesOf)
        .filter((each) => each !== undefined);
      return prices.length === 0 ? [] : [{ names: patternOf(match), prices }];
    });
    return { names: patternOf(maker.model_match), models };
  });
  return { date, version, makers: makersOf };
}

function pricesOf({ prices, constraint }: { readonly prices: ModelPrice; readonly constraint?: object }) {
  const named = Object.entries(columns).flatMap(([column, name]): [string, unknown][] => {
    const price = prices[column];
    if (price === undefined || typeof price === 'number') return price === undefined ? [] : [[name, price]];
    const tiers = price.tiers.map(({ start, price: more }) => ({ above: start, price: more }));
    return [[name, { base: price.base, tiers }]];
  });
  if (named.length === 0) return undefined;
  const when = Object.entries(constraint ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const ours = times[name];
    return ours === undefined ? [] : [[ours, value]];
  });
  return Object.fromEntries([...named, ...when]);
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
