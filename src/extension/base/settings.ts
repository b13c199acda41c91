import { isAbsolute } from 'node:path';
import { env, workspace, type ConfigurationChangeEvent } from 'vscode';
import type { ArchiveSettings } from '../../store/archive/types.ts';
import { defaultKeep } from '../../store/capture/settings.ts';
import { keepModes, type KeepSettings } from '../../store/capture/types.ts';
import { briefTokens } from '../../store/brief/types.ts';
import type { OwnPrices } from '../../store/usage/prices.ts';
import { arePrices, parsePrices, pricesVariable } from '../../store/usage/priceSettings.ts';
import { givingModes, type GivingMode } from '../../protocol/briefPane.ts';
import { defaultLimits, defaultMaxTokens, type ContextLimits, type Limits } from '../../store/base/limits.ts';
import { scheduleIntervals, type ScheduleInterval } from '../../store/memory/types.ts';
import { embeddingVariables } from '../../store/embeddings/embeddings.ts';
import type { Language } from '../../store/base/core.ts';
import type { SecretsMode } from '../../store/base/context.ts';

const section = 'historyStore';

/** A setting below `historyStore`, whose default stands in package.json. A value of the wrong type reads as undefined. */
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

/** The smaller of two settings of one limit, of those that are set; the second has no default. */
function smaller(name: string, other: string, otherwise: number): number {
  const [value, set] = [positiveInteger(name, otherwise), positiveInteger(other, 0)];
  if (set === 0) return value;
  return value === otherwise ? set : Math.min(value, set);
}

/** The thresholds, the number of backups and the budgets of contexts, as the store takes them. */
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

/** How archives look. */
export function archive(): ArchiveSettings {
  const name = read('archive.assistantName');
  return {
    maxMessageChars: positiveInteger('archive.maxMessageChars', 0),
    ...(typeof name === 'string' && name.trim() !== '' && { assistantName: name.trim() }),
    time: read('archive.time') === 'utc' ? 'utc' : 'local',
  };
}

/** Whether secrets are masked. */
export const secrets = (): SecretsMode => (read('secrets') === 'keep' ? 'keep' : 'mask');

/** Which sessions are kept without anybody asking for it, and how archives look. */
export function keep(): KeepSettings {
  const [mode, most] = [read('keep'), read('keepMaxMegabytes')];
  return {
    keep: keepModes.find((known) => known === mode) ?? defaultKeep.keep,
    maxMegabytes:
      typeof most === 'number' && Number.isSafeInteger(most) && most >= 0 ? most : defaultKeep.maxMegabytes,
    archive: archive(),
  };
}

/** When agents are given a brief without asking for it, and how many tokens a brief may have. */
export function brief(): { readonly mode: GivingMode; readonly maxTokens: number } {
  const { usual, least, most } = briefTokens;
  const mode = read('brief');
  return {
    mode: givingModes.find((known) => known === mode) ?? 'afterCompaction',
    maxTokens: Math.min(most, Math.max(least, positiveInteger('briefTokens', usual))),
  };
}

/** What models cost by the settings, US dollars for a million tokens; none where that cannot be understood, which the doctor tells. */
export function prices(): OwnPrices {
  const value = read('prices');
  return arePrices(value) ? parsePrices(value, section) : {};
}

/** Those for a server of this window; none stay unsaid, since a variable of the editor's own may say some. */
export function pricesEnvironment(): Record<string, string> {
  const said = prices();
  return Object.keys(said).length === 0 ? {} : { [pricesVariable]: JSON.stringify(said) };
}

/** Which tools the server lists: `core`, `default`, `full`, or names with commas; the server checks it. */
export function serverTools(): string {
  const value = read('server.tools');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : 'default';
}

/** How often memories are to be consolidated; undefined where that is left to the project. */
export function memorySchedule(): ScheduleInterval | 'off' | undefined {
  const value = read('memories.consolidation');
  return value === 'off' ? value : scheduleIntervals.find((interval) => interval === value);
}

/** Whether the change touches `memorySchedule`. */
export const affectsMemorySchedule = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(`${section}.memories.consolidation`);

/** Whether the current line says which session wrote it. */
export const lineHistory = (): boolean => flag('lineHistory', false);

/** Whether the change touches `lineHistory`. */
export const affectsLineHistory = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(`${section}.lineHistory`);

/** Estimated tokens of a history that a chat is begun with. */
export function resumeMaxTokens(): number {
  return positiveInteger('resume.maxTokens', defaultMaxTokens);
}

/**
 * What tells the server, and the search of this window, where embeddings come from. Empty without an address: then what
 * the editor was started with counts. Its key belongs to its address, and goes to no other one.
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

/** The language of texts handed to agents: that of the editor. */
export const agentLanguage = (): Language => (/^zh\b/i.test(env.language) ? 'zh' : 'en');

/** What the editor was started with; `HookEnvironment` changes the environment afterwards. */
const inheritedRoot = process.env.CODEX_HISTORY_ROOT;

/** Absolute folder that holds the history instead of the workspace folders, from the setting. */
export function configuredRoot(): string | undefined {
  const root = read('root');
  return typeof root === 'string' && isAbsolute(root) ? root : undefined;
}

/** The same, from the setting or from `CODEX_HISTORY_ROOT`. */
export function historyRoot(): string | undefined {
  const inherited = inheritedRoot !== undefined && isAbsolute(inheritedRoot) ? inheritedRoot : undefined;
  return configuredRoot() ?? inherited;
}

/** Whether the change touches any setting of this extension. */
export const affectsSettings = (event: ConfigurationChangeEvent): boolean =>
  event.affectsConfiguration(section);
