import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { briefPaneStrings, type BriefPaneStrings } from '../../src/protocol/briefPaneStrings.ts';
import { contextPaneStrings, type ContextPaneStrings } from '../../src/protocol/contextPaneStrings.ts';
import { dialogPaneStrings, type DialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { doctorPaneStrings, type DoctorPaneStrings } from '../../src/protocol/doctorPaneStrings.ts';
import { insightPaneStrings, type InsightPaneStrings } from '../../src/protocol/insightPaneStrings.ts';
import { memoryPaneStrings, type MemoryPaneStrings } from '../../src/protocol/memoryPaneStrings.ts';
import { sessionPaneStrings, type SessionPaneStrings } from '../../src/protocol/sessionPaneStrings.ts';
import { projectRoot } from '../editor/places.ts';

/** The dialog pane's texts in Simplified Chinese, from the bundle the product ships. */
export async function translated(): Promise<DialogPaneStrings> {
  return { ...dialogPaneStrings, ...((await inChinese(dialogPaneStrings)) as Partial<DialogPaneStrings>) };
}

/** The context pane's texts in Simplified Chinese. */
export async function translatedContextPane(): Promise<ContextPaneStrings> {
  return { ...contextPaneStrings, ...((await inChinese(contextPaneStrings)) as Partial<ContextPaneStrings>) };
}

/** The session pane's texts in Simplified Chinese. */
export async function translatedSessionPane(): Promise<SessionPaneStrings> {
  return { ...sessionPaneStrings, ...((await inChinese(sessionPaneStrings)) as Partial<SessionPaneStrings>) };
}

/** The memory pane's texts in Simplified Chinese. */
export async function translatedMemoryPane(): Promise<MemoryPaneStrings> {
  return { ...memoryPaneStrings, ...((await inChinese(memoryPaneStrings)) as Partial<MemoryPaneStrings>) };
}

/** The doctor pane's texts in Simplified Chinese. */
export async function translatedDoctorPane(): Promise<DoctorPaneStrings> {
  return { ...doctorPaneStrings, ...((await inChinese(doctorPaneStrings)) as Partial<DoctorPaneStrings>) };
}

/** The texts of the pane of briefs in Simplified Chinese. */
export async function translatedBriefPane(): Promise<BriefPaneStrings> {
  return { ...briefPaneStrings, ...((await inChinese(briefPaneStrings)) as Partial<BriefPaneStrings>) };
}

/** The insight pane's texts in Simplified Chinese. */
export async function translatedInsightPane(): Promise<InsightPaneStrings> {
  return { ...insightPaneStrings, ...((await inChinese(insightPaneStrings)) as Partial<InsightPaneStrings>) };
}

async function inChinese(strings: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const file = join(projectRoot, 'l10n/bundle.l10n.zh-cn.json');
  const bundle = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, bundle[text] ?? text]));
}
