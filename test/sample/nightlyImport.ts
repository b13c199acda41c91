import type { SampleDialog, Turn } from './dialog.ts';

const suppliers = [
  'Assam Direct',
  '杭州茗香',
  'Uji Matcha Kōbō',
  'Nilgiri Hills',
  'Kericho Growers',
  '武夷山岩茶',
];
const articles = ['Sencha', '龙井', 'Darjeeling FTGFOP1', '铁观音', 'Gyokuro', 'Lapsang Souchong', '大红袍'];
const nights = 160;

/** A job that an agent has watched every night for five months: far out of the comfort zone, in several parts. */
export const nightlyImport: SampleDialog = {
  name: 'nightly-price-import',
  agent: 'claude-code',
  minutesAgo: 7 * 60,
  pace: 12 * 60,
  turns: Array.from({ length: nights }, (_, night) => turnsOf(night)).flat(),
  summary: {
    decisions: ['A price that moves by more than 20 % is held back until a person has confirmed it.'],
    constraints: ['The import must be done before the shop opens at 07:00.'],
    todo: ['Ask 杭州茗香 for stable article numbers.'],
    issues: ['Two suppliers send the same article with different spellings.'],
    facts: ['Six suppliers, one list each per night, about 1,900 articles.'],
    references: ['src/priceList.js'],
  },
};

function turnsOf(night: number): readonly Turn[] {
  const supplier = pick(suppliers, night);
  const article = pick(articles, night * 3);
  const lines = 280 + ((night * 37) % 90);
  const held = (night * 7) % 4;
  return [
    ['user', `Night ${night + 1}: the list of ${supplier} is in. Import it and tell me what you held back.`],
    ['assistant', night % 9 === 8 ? brokenLine(supplier, lines) : report(supplier, article, lines, held)],
  ];
}

function report(supplier: string, article: string, lines: number, held: number): string {
  const before = 640 + lines;
  const after = Math.round(before * (held === 0 ? 1.04 : 1.31));
  return `Imported ${lines} lines of ${supplier} in ${(lines / 210).toFixed(1)} s, ${held} held back.

\`\`\`text
sku          article                 before   after
${`${supplier.length}0${lines}-A`.padEnd(11)}  ${article.padEnd(22)}  ${`${before}`.padEnd(7)}  ${after}
\`\`\`

${held === 0 ? 'No price moved by more than 20 %.' : `**${article}** went up by 31 %, so I kept the old price and asked for a confirmation.`} New articles: ${lines % 5}; no longer listed: ${lines % 3}. The shop had the new prices at 05:${10 + (lines % 49)}.`;
}

function brokenLine(supplier: string, lines: number): string {
  return `The list of ${supplier} stopped at line ${lines}: \`12,50 is no price in cents\`. They switched to decimal commas again. Nothing was imported; yesterday's prices stay. I answered their address for technical questions and will try once more at 04:00.`;
}

function pick(values: readonly string[], index: number): string {
  return values[index % values.length] ?? '';
}
