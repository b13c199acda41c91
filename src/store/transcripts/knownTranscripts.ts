import { defined, isObject } from '../base/core.ts';
import type { TableForm } from '../files/derivedTable.ts';
import type { TranscriptInfo } from './shared/types.ts';

/** What is read of a transcript; the rest its place, its file and its agent's rule tell. */
export type KnownInfo = Pick<TranscriptInfo, 'sessionId' | 'title' | 'startedAt' | 'activeAt' | 'gitBranch'>;

/** What is remembered of a transcript, as long as its file stays as it is. */
export interface KnownTranscript {
  /** The folder it ran in, if it says so. */
  readonly cwd?: string;
  /** Of a chat that ran in no workspace: whether it names one of these roots, see `Roots.scratch`. */
  readonly names?: { readonly of: string; readonly ours: boolean };
  /** Missing for a transcript of another folder, of which only the head was read. */
  readonly info?: KnownInfo;
  /** Nothing was said in it. */
  readonly empty?: boolean;
}

/** What lists of the transcripts of one folder have read before, in a file of this name. */
export const knownTranscripts = (name: string): TableForm<KnownTranscript> => ({ name, version: 4, parse });

function parse(value: unknown): KnownTranscript | undefined {
  if (!isObject(value)) return undefined;
  const { cwd, names, info, empty } = value;
  if (cwd !== undefined && typeof cwd !== 'string') return undefined;
  if (names !== undefined && !isNames(names)) return undefined;
  if (info !== undefined && !isInfo(info)) return undefined;
  return defined({ cwd, names, info, empty: empty === true || undefined });
}

const isNames = (value: unknown): value is NonNullable<KnownTranscript['names']> =>
  isObject(value) && typeof value.of === 'string' && typeof value.ours === 'boolean';

const isInfo = (value: unknown): value is KnownInfo =>
  isObject(value) &&
  [value.sessionId, value.title, value.gitBranch ?? ''].every((text) => typeof text === 'string') &&
  [value.startedAt, value.activeAt].every((time) => Number.isFinite(time));
