import { choicesIn, isOpenQuestion, rulesIn, sentencesOf, tellsMore } from '../../history/facts/said.ts';
import { firstWords } from './shorten.ts';

/** What only one text may say: numbers, names, code, options, paths, quotations. */
const values =
  /\d(?:[\d.,:]*\d)?(?:\p{L}+|[ \u00a0]\p{L}{1,7}\b)?|`[^`]+`|["“][^"”]+["”]|(?<!\S)--?\w[\w-]+|\w*[/_.]\w[\w/.-]*\w|\p{Ll}+\p{Lu}\w*|\b\p{Lu}{2,}\w*|(?<=[\p{Ll},]\s)\p{Lu}\p{L}+(?:[\s-]\p{Lu}\p{L}+)*/gu;
/** A label such as `[T12]` before a text. */
const label = /^\[[^\]]{1,20}\]\s*/;
const clauses = /[^,;:.!?，；：。！？]+(?:[,;:.!?](?!\s|$)[^,;:.!?，；：。！？]*)*[,;:.!?，；：。！？]*\s*/g;
/** Length by which each text is known, and of a clause that is told whole. Characters. */
const [headLength, clauseLength] = [36, 60];
/** Words that are told before a value in a long clause. */
const wordsBefore = 4;
/** Longest rest of a clause that is told after its last value. Characters. */
const restLength = 24;

/** Shorter texts are told whole. Characters. */
const shortText = 80;
/** Begins a clause that gives a reason. */
const reason = /^\s*(?:as|because|since|so that|which|who|where)\b|^\s*(?:因为|由于|这样)/i;

/** Returns the beginning of a text and the clauses with what it alone says, with `…` for the others. */
export function excerptOf(text: string): string {
  if (text.length <= shortText) return text;
  const kept: Span[] = [{ from: 0, to: firstWords(text, headLength).length }];
  const settled = settledIn(text);
  for (const { 0: clause, index } of text.matchAll(clauses)) {
    const start = index === 0 ? (label.exec(clause)?.[0].length ?? 0) : 0;
    const span = tellingIn(clause, start, settled);
    if (span) add(kept, { from: index + span.from, to: index + span.to });
  }
  const excerpt = kept
    .map(({ from, to }) =>
      text
        .slice(from, to)
        .trim()
        .replace(/[,;:，；：]$/, ''),
    )
    .join(' … ');
  return excerpt.length < text.length - 4 ? excerpt : text;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Adds a span; one that follows the last at once, or within a few letters, becomes one with it. */
function add(spans: Span[], { from, to }: Span): void {
  const last = spans.at(-1);
  if (last && from <= last.to + 12) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  else spans.push({ from, to });
}

/** Returns the rules, choices and open questions of a text; of those with a clause that says so, its clauses only. */
function settledIn(text: string): string {
  const sentences = sentencesOf(text);
  const settled = [...rulesIn(sentences), ...choicesIn(sentences), ...sentences.filter(isOpenQuestion)];
  return settled
    .flatMap((said) => {
      const all = said.match(clauses) ?? [];
      const telling = all.filter((clause) => tellsMore(clause) && !reason.test(clause));
      return telling.length > 0 ? telling : all.filter((clause) => !reason.test(clause));
    })
    .join('\n');
}

/** Returns the part of a clause after a label that tells something of its own. */
function tellingIn(clause: string, start: number, settled: string): Span | undefined {
  const said = clause.slice(start).trim();
  const end = clause.trimEnd().length;
  if (settled.includes(said)) return { from: 0, to: end };
  const found = reason.test(clause) ? [] : [...clause.slice(start).matchAll(values)];
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return undefined;
  if (end <= clauseLength) return { from: 0, to: end };
  const before = clause.slice(0, start + first.index);
  const lead = new RegExp(`(?:\\S+\\s+){0,${wordsBefore}}$`).exec(before)?.[0].length ?? 0;
  const to = start + last.index + last[0].length;
  return { from: before.length - lead, to: end - to <= restLength ? end : to };
}
