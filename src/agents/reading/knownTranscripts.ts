import { defined, isObject } from '../../disk/base/core.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { isWithin } from '../../disk/projects/paths.ts';
import type { SilentTranscript, TranscriptInfo } from './types.ts';

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

/** Where a transcript worked, and where that is seen from. */
interface Whereabouts {
  readonly known: KnownTranscript;
  readonly isHere: boolean;
  readonly platform: NodeJS.Platform;
}

/**
 * Puts together what lists show of a transcript. Members that all have are named: copying an object of that many into
 * another takes twenty times the memory.
 */
export function transcriptInfo(
  { agent, path, size, changedAt }: SilentTranscript,
  { sessionId, title, startedAt, activeAt, gitBranch, parentId, isAutomated }: KnownInfo,
  { known, isHere, platform }: Whereabouts,
): TranscriptInfo {
  const isElsewhere = isHere ? undefined : (true as const);
  const hasMoved = movedIn(known, platform);
  const some = defined({
    cwd: known.cwd,
    isElsewhere,
    hasMoved,
    gitBranch,
    parentId,
    isAutomated,
    isDamaged: known.lost,
  });
  return { agent, path, sessionId, title, startedAt, activeAt, size, changedAt, ...some };
}

/** Whether a transcript worked in folders of which neither holds the other. */
function movedIn({ cwd, alsoIn = [] }: KnownTranscript, platform: NodeJS.Platform): true | undefined {
  const isApart = (one: string, other: string): boolean =>
    !isWithin(one, other, platform) && !isWithin(other, one, platform);
  return alsoIn.some((folder) => cwd !== undefined && isApart(folder, cwd)) || undefined;
}

/** Form of what is derived from one folder's transcripts, named `name`. */
export const knownTranscripts = (name: string): DerivedForm<KnownTranscript> => ({
  name,
  version: 9,
  layout: 'rows',
  values: jsonValues(parse),
});

// There is a row for each of many thousand transcripts, so a value is checked and not copied.
const parse = (value: unknown): KnownTranscript | undefined => (isKnown(value) ? value : undefined);

const isKnown = (value: unknown): value is KnownTranscript =>
  isObject(value) &&
  isOptional(value.cwd, isText) &&
  isOptional(value.alsoIn, isTexts) &&
  isOptional(value.names, isNames) &&
  isOptional(value.lost, isTrue) &&
  isOptional(value.info, isInfo) &&
  isOptional(value.empty, isTrue);

const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

const isText = (value: unknown): boolean => typeof value === 'string';

const isTrue = (value: unknown): boolean => value === true;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const isNames = (value: unknown): value is NonNullable<KnownTranscript['names']> =>
  isObject(value) && typeof value.of === 'string' && typeof value.ours === 'boolean';

const isInfo = (value: unknown): value is KnownInfo =>
  isObject(value) &&
  isText(value.sessionId) &&
  isText(value.title) &&
  isOptional(value.gitBranch, isText) &&
  isOptional(value.parentId, isText) &&
  isOptional(value.isAutomated, isTrue) &&
  Number.isFinite(value.startedAt) &&
  Number.isFinite(value.activeAt);
