/** What a text rejects, and its replacement where given. */
export interface Rejection {
  readonly was: string;
  readonly now: string;
}

const stop =
  /\s+(?:for|because|since|so|in order|when|if|from now|any ?more|as|until|everywhere)\b|[,;.(，。；（、]|了$/i;
const until = (text = ''): string => text.split(stop, 1)[0]?.trim() ?? '';

/** Each pattern with the group numbers of the old and the new value; 0 for none. */
const forms: readonly (readonly [form: RegExp, was: number, now: number])[] = [
  [
    /(?:\b(?:use|using|uses|to|with|prefer|choose|chose|go with)\s+)?([\w.+#@/-]+(?: [\w.+#@/-]+){0,2})\s+(?:instead of|rather than|in place of|over)\s+(.+)/i,
    2,
    1,
  ],
  [
    /\b(?:switch(?:ed|ing)?|migrat(?:e|ed|ing)|mov(?:e|ed|ing)|chang(?:e|ed|ing))\s+(?:\w+ )?from\s+(.+?)\s+to\s+(.+)/i,
    1,
    2,
  ],
  [/\breplac(?:e|ed|ing)\s+(.+?)\s+(?:with|by)\s+(.+)/i, 1, 2],
  [/([\w.+#@/-]+)\s+(?:replaces|supersedes)\s+(.+)/i, 2, 1],
  [/\b(?:no longer|stop|stopped|don['’]?t|do not|not)\s+(?:use|uses|using)\s+(.+)/i, 1, 0],
  [/\b(?:drop|dropped|abandon|abandoned|deprecate|deprecated)\s+(.+)/i, 1, 0],
  [/\buse\s+(.+?),\s*not\s+(.+)/i, 2, 1],
  [/用\s*(.+?)\s*(?:代替|替换|替代|取代)\s*(.+)/, 2, 1],
  [/(?:从|由|把|将)\s*(.+?)\s*(?:改为|改成|改用|换成|换为|替换为|迁移到|切换到)\s*(.+)/, 1, 2],
  [/(?:不再(?:使用|采用|用)?|弃用|放弃|停用)\s*(.+)/, 1, 0],
  [/(?:不用|不使用)\s*(.+?)[，,\s]+(?:而是|改)?用\s*(.+)/, 1, 2],
  [/用\s*(.+?)[，,]?\s*而不是\s*(.+)/, 2, 1],
];

/** Finds everything that a text rejects. */
export function rejectedIn(text: string): readonly Rejection[] {
  return forms.flatMap(([form, was, now]) => {
    const found = form.exec(text);
    return found ? [{ was: until(found[was]), now: now === 0 ? '' : until(found[now]) }] : [];
  });
}

const id = String.raw`(?:(?:ADR|DEC|D|R)[-_ ]?\d{1,4}|(?:决策|决定|decision)\s*[#-]?\s*\d{1,4}|#\d{1,4})`;
const normalId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_#-]+/g, '')
    .replace(/^(?:决策|决定|decision)/, 'd');

const idAtStart = new RegExp(`^\\W*(${id})\\s*[\\]:：.)、-]`, 'i');
const replacedId = new RegExp(
  `(?:replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|overrid(?:e|es)|instead of|revokes?|取代|替代|代替|替换|推翻|废弃|覆盖)[\\s:：]*(${id})`,
  'gi',
);

/** Parses the id at the start of a decision: `D3:`, `[ADR-7]`, `决策 3：`. */
export function idOf(text: string): string | undefined {
  const [, found] = idAtStart.exec(text) ?? [];
  return found === undefined ? undefined : normalId(found);
}

/** Finds the ids of decisions that a text says it replaces. */
export function replacedIds(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(replacedId)].map(([, found = '']) => normalId(found)));
}
