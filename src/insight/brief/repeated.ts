import type { Statement } from './statements.ts';
import { cut, withoutMark, type Style } from './styles.ts';

/**
 * Drops decisions, constraints, open questions and parts that repeat an included request of the same message, and parts
 * of one that is not included; in tight styles also those that a request begins with, though it is cut.
 */
export function withoutRepeated(statements: readonly Statement[], style: Style): readonly Statement[] {
  const requests = statements.filter(({ section, isPart }) => section === 'requests' && !isPart);
  const said = new Map(requests.map((one) => [keyOf(one), one]));
  const isSaid = (one: Statement): boolean => {
    const request = said.get(keyOf(one));
    if (one.pinned || !mayRepeat(one)) return false;
    if (!request) return one.isPart === true;
    const begins = style.form !== 'lines' && withoutLabel(request.text).startsWith(withoutLabel(one.text));
    return begins || cut(request, style).includes(withoutMark(cut(one, style)));
  };
  return statements.filter((one) => !isSaid(one));
}

const keyOf = ({ base, entry }: Statement): string => `${base}/${entry}`;

/** Returns a text without a label such as `[T12]` before it. */
const withoutLabel = (text: string): string => text.replace(/^\[[^\]]{1,20}\]\s*/, '');

const mayRepeat = ({ section, isPart }: Statement): boolean =>
  isPart === true || section === 'decisions' || section === 'constraints' || section === 'plan';
