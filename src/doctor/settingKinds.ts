import { briefModes } from '../insight/brief/settings.ts';
import { briefTokens } from '../insight/brief/types.ts';
import { keepModes } from '../history/capture/types.ts';
import { copyModes } from '../history/copies/modes.ts';
import { secretsModes } from '../disk/base/context.ts';
import { arePrices } from '../insight/usage/priceSettings.ts';
import { scheduleIntervals } from '../history/memory/scheduleTypes.ts';

/** Type of an editor setting: the subset of JSON Schema that the extension's settings use. */
export interface SettingKind {
  readonly type: 'integer' | 'boolean' | 'string' | 'object';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly values?: readonly string[];
  /** `null` means unset. */
  readonly isOptional?: true;
  /** Applies only in user settings, not in those of a project. */
  readonly isPersonal?: true;
}

const count: SettingKind = { type: 'integer', minimum: 1 };
const size: SettingKind = { type: 'integer', minimum: 0 };
const flag: SettingKind = { type: 'boolean' };
const string: SettingKind = { type: 'string' };
const oneOf = (...values: readonly string[]): SettingKind => ({ type: 'string', values });

/** All settings of the extension, below `historyStore`. */
export const settingKinds: Readonly<Record<string, SettingKind>> = {
  'context.maxMessages': count,
  'context.maxBytes': count,
  'backups.retention': count,
  'contexts.enabled': flag,
  'contexts.maxTurns': count,
  'contexts.maxChars': count,
  'contexts.activeMaxMessages': { ...count, isOptional: true },
  'contexts.activeMaxChars': { ...count, isOptional: true },
  'contexts.searchTextMaxChars': count,
  brief: oneOf(...briefModes),
  briefTokens: { type: 'integer', minimum: briefTokens.least, maximum: briefTokens.most },
  keep: oneOf(...keepModes),
  keepMaxMegabytes: size,
  copies: oneOf(...copyModes),
  copiesMaxMegabytes: size,
  'archive.maxMessageChars': size,
  'archive.assistantName': string,
  'archive.time': oneOf('local', 'utc'),
  secrets: oneOf(...secretsModes),
  'resume.maxTokens': { type: 'integer', minimum: 1_000, maximum: 1_000_000 },
  lineHistory: flag,
  prices: { type: 'object' },
  'server.tools': string,
  'memories.consolidation': oneOf('project', 'off', ...scheduleIntervals),
  'search.embeddings.url': { ...string, isPersonal: true },
  'search.embeddings.model': { ...string, isPersonal: true },
  root: string,
};

/** Reports whether a setting accepts a value. */
export function accepts(
  { type, minimum, maximum, values, isOptional }: SettingKind,
  value: unknown,
): boolean {
  if (value === null) return isOptional === true;
  if (type === 'integer')
    return (
      Number.isInteger(value) && Number(value) >= (minimum ?? 0) && Number(value) <= (maximum ?? Infinity)
    );
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'object') return arePrices(value); // there is only one such setting
  return typeof value === 'string' && (values?.includes(value) ?? true);
}
