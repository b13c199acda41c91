import { defined, isObject } from '../../disk/base/core.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import type { TranscriptInfo } from './types.ts';

/** Facts read from a transcript; the others come from its path, its file and its agent's retention rule. */
export type KnownInfo = Pick<
  TranscriptInfo,
  'sessionId' | 'title' | 'startedAt' | 'activeAt' | 'gitBranch' | 'parentId' | 'isAutomated'
>;

/** What is cached of a transcript until its file changes. */
export interface KnownTranscript {
  /** Folder it ran in, if recorded. */
  readonly cwd?: string;
  /** Further folders it worked in. */
  readonly alsoIn?: readonly string[];
  /** For a chat outside any workspace: whether it mentions one of these roots, see `Roots.scratch`. */
  readonly names?: { readonly of: string; readonly ours: boolean };
  /** True if nothing of it can be read, so that it may belong anywhere. */
  readonly lost?: true;
  /** Missing for a transcript of another folder, of which only the head was read. */
  readonly info?: KnownInfo;
  /** True if nothing was said in it. */
  readonly empty?: boolean;
}

/** Form of what is derived from one folder's transcripts, named `name`. */
export const knownTranscripts = (name: string): DerivedForm<KnownTranscript> => ({
  name,
  version: 8,
  layout: 'rows',
  values: jsonValues(parse),
});

function parse(value: unknown): KnownTranscript | undefined {
  if (!isObject(value)) return undefined;
  const { cwd, alsoIn, names, lost, info, empty } = value;
  if (cwd !== undefined && typeof cwd !== 'string') return undefined;
  if (alsoIn !== undefined && !isTexts(alsoIn)) return undefined;
  if (names !== undefined && !isNames(names)) return undefined;
  if (info !== undefined && !isInfo(info)) return undefined;
  return defined({
    cwd,
    alsoIn,
    names,
    lost: lost === true || undefined,
    info,
    empty: empty === true || undefined,
  });
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const isNames = (value: unknown): value is NonNullable<KnownTranscript['names']> =>
  isObject(value) && typeof value.of === 'string' && typeof value.ours === 'boolean';

const isInfo = (value: unknown): value is KnownInfo =>
  isObject(value) &&
  [value.sessionId, value.title, value.gitBranch ?? '', value.parentId ?? ''].every(
    (text) => typeof text === 'string',
  ) &&
  (value.isAutomated === undefined || value.isAutomated === true) &&
  [value.startedAt, value.activeAt].every((time) => Number.isFinite(time));
