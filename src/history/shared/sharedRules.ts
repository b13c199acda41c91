import type { Secrets } from '../../disk/base/context.ts';
import { StoreError } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { titleIn } from './title.ts';
import { sharedFolder, type SharedItem, type SharedProblem } from './types.ts';

const untilSolved: Readonly<Record<Exclude<SharedProblem, 'sameId'>, string>> = {
  conflict: 'has a conflict that git left: solve it in the file first',
  tooLarge: 'is larger than 1 MiB: make it smaller first',
  unreadable: 'cannot be read as text: look at it first',
};

/** Throws `invalid_argument` for a file that no program may overwrite. */
export function assertEditable({ file, problem }: SharedItem): void {
  if (problem === undefined || problem === 'sameId') return;
  throw new StoreError('invalid_argument', `${sharedFolder}/${file} ${untilSolved[problem]}.`, { file });
}

/** Creates the error for a file above the size limit. */
export const tooLarge = (size: number): StoreError =>
  new StoreError(
    'invalid_argument',
    `It has ${size} bytes, but a shared item has at most 1 MiB. Share a part of it, or its summary.`,
    { argument: 'text', size },
  );

/** Trims tags and removes duplicates. */
export const tagsOf = (tags: readonly string[] = []): readonly string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
];

/** Returns the text on one line. Throws `invalid_argument` if it is empty. */
export function filled(text: string, argument: string): string {
  const line = oneLine(text);
  if (line !== '') return line;
  throw new StoreError('invalid_argument', `${argument} is empty. Give it a few words.`, { argument });
}

/** Returns the given title, else one derived from the text. Throws `invalid_argument` if both are empty. */
export function titleOf(title: string | undefined, text: string): string {
  const given = oneLine(title ?? '');
  return given === '' ? filled(titleIn(text) ?? '', 'text') : given;
}

/** A masked value, with the number and kinds of its secrets, such as `GITHUB_TOKEN`. */
export interface Masked<V> {
  readonly result: V;
  readonly masked: number;
  readonly secrets: readonly string[];
}

/** Finds masked secrets in a text, including those masked by others. */
export function maskedSecretsIn(text: string): Pick<Masked<string>, 'masked' | 'secrets'> {
  const kinds = [...text.matchAll(/\[secret: ([A-Z0-9_]+)[^\]\n]* #\d+\]/g)].map(([, kind = '']) => kind);
  return { masked: kinds.length, secrets: [...new Set(kinds)] };
}

/** Masks a value regardless of the settings. */
export async function withoutSecrets<V extends object>(masking: Secrets, value: V): Promise<Masked<V>> {
  const { result, masked, seen } = await masking.counted(() => Promise.resolve(masking.value(value)));
  const kinds = [...seen.keys()].map((mark) => /\[secret: ([A-Z0-9_]+)/.exec(mark)?.[1] ?? 'secret');
  return { result, masked, secrets: [...new Set(kinds)] };
}

/** Throws `invalid_argument` if secrets were masked without permission. */
export function assertMayMask({ masked, secrets }: Masked<object>, mayMask: boolean): void {
  if (masked === 0 || mayMask) return;
  throw new StoreError(
    'invalid_argument',
    `It holds ${masked === 1 ? 'a secret' : `${masked} secrets`} (${secrets.join(', ')}), and what is shared leaves this machine. Take them out, or share it with --masked, which replaces them.`,
    { argument: 'text', masked, kinds: secrets },
  );
}
