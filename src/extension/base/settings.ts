import { isAbsolute } from 'node:path';
import { env, workspace, type ConfigurationChangeEvent } from 'vscode';
import type { ArchiveSettings } from '../../history/archive/types.ts';
import { keepModes, type KeepSettings, defaultKeep } from '../../history/capture/types.ts';
import { copyModes, defaultCopies, type CopySettings } from '../../history/copies/modes.ts';
import { briefTokens } from '../../insight/brief/types.ts';
import type { OwnPrices } from '../../insight/usage/prices.ts';
import { arePrices, parsePrices, pricesVariable } from '../../insight/usage/priceSettings.ts';
import { givingModes, type GivingMode } from '../../protocol/briefPane.ts';
import { defaultLimits, defaultMaxTokens, type ContextLimits, type Limits } from '../../disk/base/limits.ts';
import { scheduleIntervals, type ScheduleInterval } from '../../history/memory/scheduleTypes.ts';
import { embeddingVariables } from '../../history/embeddings/embeddings.ts';
import type { Language } from '../../disk/base/core.ts';
import { sayIn, type Say } from '../../disk/base/texts.ts';
import type { SecretsMode } from '../../disk/base/context.ts';

const section = 'historyStore';

/** Reads a setting below `historyStore`, whose default is in package.json. A value of the wrong type is undefined. */
function read(name: string): unknown {
  return workspace.getConfiguration(section).get<unknown>(name);
}

function positiveInteger(name: string, otherwise: number): number {
  const value = read(name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : otherwise;
}

function flag(name: string, otherwise: boolean): boolean {
  const value = read(name);
  return typeof value === 'boolean' ? value : otherwise;
}

/** Returns the smaller of two settings of one limit, if set; the second has no default. */
function smaller(name: string, other: string, otherwise: number): number {
  const [value, set] = [positiveInteger(name, otherwise), positiveInteger(other, 0)];
  if (set === 0) return value;
  return value === otherwise ? set : Math.min(value, set);
}

/** Returns the thresholds, number of backups and budgets of contexts for the store. */
export function limits(): Limits {
  return {
    maxMessages: positiveInteger('context.maxMessages', defaultLimits.maxMessages),
    maxBytes: positiveInteger('context.maxBytes', defaultLimits.maxBytes),
    backupRetention: positiveInteger('backups.retention', defaultLimits.backupRetention),
    contexts: contextLimits(defaultLimits.contexts),
  };
}

function contextLimits(otherwise: ContextLimits): ContextLimits {
  return {
    enabled: flag('contexts.enabled', otherwise.enabled),
    maxTurns: smaller('contexts.maxTurns', 'contexts.activeMaxMessages', otherwise.maxTurns),
    maxChars: smaller('contexts.maxChars', 'contexts.activeMaxChars', otherwise.maxChars),
    searchTextMaxChars: positiveInteger('contexts.searchTextMaxChars', otherwise.searchTextMaxChars),
  };
}

/** Returns the format of archives. */
export function archive(): ArchiveSettings {
  const name = read('archive.assistantName');
  return {
    maxMessageChars: positiveInteger('archive.maxMessageChars', 0),
    ...(typeof name === 'string' && name.trim() !== '' && { assistantName: name.trim() }),
    time: read('archive.time') === 'utc' ? 'utc' : 'local',
  };
}

/** Returns whether secrets are masked. */
export const secrets = (): SecretsMode => (read('secrets') === 'keep' ? 'keep' : 'mask');

/** Returns which sessions are kept automatically, and the format of archives. */
export function keep(): KeepSettings {
  const [mode, most] = [read('keep'), read('keepMaxMegabytes')];
  return {
    keep: keepModes.find((known) => known === mode) ?? defaultKeep.keep,
    maxMegabytes:
      typeof most === 'number' && Number.isSafeInteger(most) && most >= 0 ? most : defaultKeep.maxMegabytes,
    archive: archive(),
  };
}

/** Returns whether second copies of histories are kept, and the space of all. */
export function copies(): CopySettings {
  const [mode, most] = [read('copies'), read('copiesMaxMegabytes')];
  return {
    copies: copyModes.find((known) => known === mode) ?? defaultCopies.copies,
    maxMegabytes:
      typeof most === 'number' && Number.isSafeInteger(most) && most >= 0 ? most : defaultCopies.maxMegabytes,
  };
}

/** Returns when agents receive a brief without asking, and its maximum tokens. */
export function brief(): { readonly mode: GivingMode; readonly maxTokens: number } {
  const { usual, least, most } = briefTokens;
  const mode = read('brief');
  return {
    mode: givingModes.find((known) => known === mode) ?? 'afterCompaction',
    maxTokens: Math.min(most, Math.max(least, positiveInteger('briefTokens', usual))),
  };
}

/**
 * Returns the configured prices of models, US dollars per million tokens; none if invalid, which the doctor reports.
 */
export function prices(): OwnPrices {
  const value = read('prices');
  return arePrices(value) ? parsePrices(value, section) : {};
}

/** Returns the prices for a server of this window; without any, the editor's own variable applies. */
export function pricesEnvironment(): Record<string, string> {
  const said = prices();
  return Object.keys(said).length === 0 ? {} : { [pricesVariable]: JSON.stringify(said) };
}

/**
 * Returns the tools the server lists: `core`, `default`, `full`, or names separated by commas; the server validates
 * it.
 */
export function serverTools(): string {
  const value = read('server.tools');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : 'default';
}

/** Returns how often memories are consolidated; undefined to leave it to the project. */
export function memorySchedule(): ScheduleInterval | 'off' | undefined {
  const value = read('memories.consolidation');
  return value === 'off' ? value : scheduleIntervals.find((interval) => interval === value);
}

/** Reports whether a change affects `memorySchedule`. */
export const affectsMemorySchedule = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(`${section}.memories.consolidation`);

/** Returns whether the current line shows which session wrote it. */
export const lineHistory = (): boolean => flag('lineHistory', false);

/** Reports whether a change affects `lineHistory`. */
export const affectsLineHistory = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(`${section}.lineHistory`);

/** Returns the estimated tokens of a history with which a chat starts. */
export function resumeMaxTokens(): number {
  return positiveInteger('resume.maxTokens', defaultMaxTokens);
}

/**
 * Returns the variables that configure embeddings for the server and this window's search. Empty without an address,
 * so that the editor's environment applies. The key belongs to its address and is sent to no other.
 */
export function embeddingsEnvironment(): Record<string, string> {
  const [url, model] = [read('search.embeddings.url'), read('search.embeddings.model')];
  if (typeof url !== 'string' || url === '') return {};
  return {
    [embeddingVariables.url]: url,
    ...(process.env[embeddingVariables.url] !== url && { [embeddingVariables.key]: '' }),
    ...(typeof model === 'string' && model !== '' && { [embeddingVariables.model]: model }),
  };
}

/** The language of texts that the store says to the person: the editor's. */
export const shownLanguage = (): Language => (/^zh\b/i.test(env.language) ? 'zh' : 'en');

/** Returns a text of the store in the editor's language; the editor's own texts use `l10n.t`. */
export const sayHere: Say = (text, ...values) => sayIn(shownLanguage())(text, ...values);

/** The language of texts for agents: the editor's. */
export const agentLanguage = shownLanguage;

/** The value at the editor's start, before `HookEnvironment` changes the environment. */
const inheritedRoot = process.env.CODEX_HISTORY_ROOT;

/** Returns the configured absolute folder with the history, instead of the workspace folders. */
export function configuredRoot(): string | undefined {
  const root = read('root');
  return typeof root === 'string' && isAbsolute(root) ? root : undefined;
}

/** Returns the absolute folder with the history, from the setting or `CODEX_HISTORY_ROOT`. */
export function historyRoot(): string | undefined {
  const inherited = inheritedRoot !== undefined && isAbsolute(inheritedRoot) ? inheritedRoot : undefined;
  return configuredRoot() ?? inherited;
}

/** Reports whether a change affects any setting of this extension. */
export const affectsSettings = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(section);
