import type { Secrets } from '../base/context.ts';
import { StoreError } from '../base/core.ts';
import { oneLine } from '../text/containText.ts';
import { titleIn } from './title.ts';
import { sharedFolder, type SharedItem, type SharedProblem } from './types.ts';

const untilSolved: Readonly<Record<Exclude<SharedProblem, 'sameId'>, string>> = {
  conflict: 'has a conflict that git left: solve it in the file first',
  tooLarge: 'is larger than 1 MiB: make it smaller first',
  unreadable: 'cannot be read as text: look at it first',
};

/** Throws `invalid_argument` for a file that no program may write over. */
export function assertEditable({ file, problem }: SharedItem): void {
  if (problem === undefined || problem === 'sameId') return;
  throw new StoreError('invalid_argument', `${sharedFolder}/${file} ${untilSolved[problem]}.`, { file });
}

/** That a file would be larger than any may be. */
export const tooLarge = (size: number): StoreError =>
  new StoreError(
    'invalid_argument',
    `It has ${size} bytes, but a shared item has at most 1 MiB. Share a part of it, or its summary.`,
    { argument: 'text', size },
  );

/** Each once, without blanks around it. */
export const tagsOf = (tags: readonly string[] = []): readonly string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
];

/** On one line; throws `invalid_argument` where nothing is left. */
export function filled(text: string, argument: string): string {
  const line = oneLine(text);
  if (line !== '') return line;
  throw new StoreError('invalid_argument', `${argument} is empty. Give it a few words.`, { argument });
}

/** The title that was given, else one made of the text. Throws `invalid_argument` where that is empty. */
export function titleOf(title: string | undefined, text: string): string {
  const given = oneLine(title ?? '');
  return given === '' ? filled(titleIn(text) ?? '', 'text') : given;
}

/** A value without its secrets, how many these were, and of which kinds, such as `GITHUB_TOKEN`. */
export interface Masked<V> {
  readonly result: V;
  readonly masked: number;
  readonly secrets: readonly string[];
}

/** What stands for secrets in a text, whoever masked them. */
export function marksIn(text: string): Pick<Masked<string>, 'masked' | 'secrets'> {
  const kinds = [...text.matchAll(/\[secret: ([A-Z0-9_]+)[^\]\n]* #\d+\]/g)].map(([, kind = '']) => kind);
  return { masked: kinds.length, secrets: [...new Set(kinds)] };
}

/** The value masked, whatever the settings say. */
export async function withoutSecrets<V extends object>(masking: Secrets, value: V): Promise<Masked<V>> {
  const { result, masked, seen } = await masking.counted(() => Promise.resolve(masking.value(value)));
  const kinds = [...seen.keys()].map((mark) => /\[secret: ([A-Z0-9_]+)/.exec(mark)?.[1] ?? 'secret');
  return { result, masked, secrets: [...new Set(kinds)] };
}

/** Throws `invalid_argument` where there were secrets, and nobody said that they may be masked. */
export function assertMayMask({ masked, secrets }: Masked<object>, mayMask: boolean): void {
  if (masked === 0 || mayMask) return;
  throw new StoreError(
    'invalid_argument',
    `It holds ${masked === 1 ? 'a secret' : `${masked} secrets`} (${secrets.join(', ')}), and what is shared leaves this machine. Take them out, or share it with masked: true, which replaces them.`,
    { argument: 'text', masked, kinds: secrets },
  );
}
