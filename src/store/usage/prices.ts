/** US dollars for a million tokens; from a number of input tokens on, another price: `[price, [from, price], …]`. */
export type Price = number | readonly [number, ...(readonly (readonly [number, number])[])] | null;

/** Of input, output, cache reads, cache writes, and cache writes for an hour; what has no price is paid as input. */
export type PriceRow = readonly [Price, Price, Price, Price, Price];

/** When a row counts: from a day on, or between times of the day, UTC. */
interface When {
  readonly start_date?: string;
  readonly start_time?: string;
  readonly end_time?: string;
}

/** Of the rows of a model the last one counts whose time it is, else the first. */
type ModelRow = readonly [pattern: string, rows: readonly (readonly [PriceRow, When?])[]];

/** What makers of models ask for: first the pattern of a maker's names, then those of its models; the first counts. */
export interface PriceTable {
  /** The day of its publication, `YYYY-MM-DD`. */
  readonly date: string;
  readonly version: string;
  readonly makers: readonly (readonly [pattern: string, models: readonly ModelRow[]])[];
}

/** A request, as far as its transcript tells of it: `ModelRequest`. */
export interface PricedRequest {
  /** Milliseconds. */
  readonly at: number;
  readonly model?: string | undefined;
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly cacheWriteHour?: number | undefined;
}

/** What a request cost in US dollars by list prices; undefined where its model has no price or its tokens are not known. */
export type CostOf = (request: PricedRequest) => number | undefined;

/** What a person says a model costs, US dollars for a million tokens. */
export interface OwnPrice {
  readonly input: number;
  readonly output: number;
  /** As input where it is missing. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** By the name of a model; `*` stands for anything. */
export type OwnPrices = Readonly<Record<string, OwnPrice>>;

const nothing: ModelRow = ['', []];

/** Prices of one's own come before those of the table. */
export function costs(table: PriceTable, own: OwnPrices = {}): CostOf {
  const known = new Map<string, ModelRow>();
  const rows = [...Object.entries(own).map(ownRow), ...tableRows(table)];
  return (request) => {
    const { model, at } = request;
    if (model === undefined) return undefined;
    let row = known.get(model);
    if (row === undefined) {
      row = rowFor(model, rows) ?? nothing;
      known.set(model, row);
    }
    return row === nothing ? undefined : costBy(rowAt(row, at), request);
  };
}

interface Pattern {
  readonly isOf: (name: string) => boolean;
  readonly rows: () => readonly { readonly isOf: (name: string) => boolean; readonly row: ModelRow }[];
}

function tableRows({ makers }: PriceTable): readonly Pattern[] {
  return makers.map(([pattern, models]) => ({
    isOf: matcher(pattern),
    rows: () => models.map((row) => ({ isOf: matcher(row[0]), row })),
  }));
}

function ownRow([name, { input, output, cacheRead, cacheWrite }]: [string, OwnPrice]): Pattern {
  const literal = name
    .toLowerCase()
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*');
  const isOf = matcher(`^${literal}$`);
  const row: ModelRow = [name, [[[input, output, cacheRead ?? null, cacheWrite ?? null, null]]]];
  return { isOf, rows: () => [{ isOf, row }] };
}

function matcher(pattern: string): (name: string) => boolean {
  const expression = new RegExp(pattern);
  return (name) => expression.test(name);
}

function rowFor(model: string, patterns: readonly Pattern[]): ModelRow | undefined {
  for (const name of namesOf(model))
    for (const { isOf, rows } of patterns) {
      const found = isOf(name) ? rows().find((each) => each.isOf(name)) : undefined;
      if (found) return found.row;
    }
  return undefined;
}

/** A name as it is, without who sells the model (`openrouter/anthropic/claude…`, `us.anthropic.claude…`), with its date in another form. */
function namesOf(model: string): readonly string[] {
  const name = model.toLowerCase().trim();
  const bare = name.replace(/^.*\//, '').replace(/^(?:[a-z]+\.)*(?:anthropic|meta|mistral)\./, '');
  const dated = bare.replace(/-(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=-|:|$)/, '-$1-$2-$3');
  return [...new Set([name, bare, dated, bare.replaceAll('_', '-')])];
}

function rowAt([, rows]: ModelRow, at: number): PriceRow {
  const found = rows.length === 1 ? rows[0] : (rows.findLast(([, when]) => isNow(when, at)) ?? rows[0]);
  return found?.[0] ?? [null, null, null, null, null];
}

function isNow(when: When | undefined, at: number): boolean {
  if (when === undefined) return true;
  if (when.start_date !== undefined) return at >= Date.parse(when.start_date);
  const [from = '', until = ''] = [when.start_time, when.end_time];
  const time = new Date(at).toISOString().slice(11, 19);
  const [begin, end] = [from.slice(0, 8), until.slice(0, 8)];
  return end < begin ? time >= begin || time < end : time >= begin && time < end;
}

/** What came from a cache, or went into one, is paid at its own price, where there is one. */
function costBy(
  [ofInput, ofOutput, ofRead, ofWrite, ofHour]: PriceRow,
  { input, output, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0 }: PricedRequest,
): number | undefined {
  if (input === undefined || output === undefined) return undefined;
  const [fresh, out] = [priceAt(ofInput, input), priceAt(ofOutput, input)];
  if (fresh === undefined || out === undefined) return undefined;
  const write = priceAt(ofWrite, input) ?? fresh;
  const hour = Math.min(cacheWriteHour, cacheWrite);
  const cost =
    Math.max(0, input - cacheRead - cacheWrite) * fresh +
    cacheRead * (priceAt(ofRead, input) ?? fresh) +
    (cacheWrite - hour) * write +
    hour * (priceAt(ofHour, input) ?? write) +
    output * out;
  return cost / 1_000_000;
}

function priceAt(price: Price, input: number): number | undefined {
  if (price === null || typeof price === 'number') return price ?? undefined;
  // Without copies of the row: this is asked for some hundred thousand times.
  for (let tier = price.length - 1; tier > 0; tier--) {
    const step = price[tier];
    if (typeof step === 'object' && input > step[0]) return step[1];
  }
  return price[0];
}
