import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A turn as the original text of context snapshots describes it. */
export interface WrittenTurn {
  readonly v: 1;
  readonly ts: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface WrittenContext {
  readonly v: 1;
  readonly contextId: string;
  readonly status: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly title?: string;
  readonly turns: readonly WrittenTurn[];
  /** Not in the original text, which allows budgets but says nothing of what they drop. */
  readonly droppedTurns?: number;
  readonly meta: { readonly lastUserTextPreview?: string; readonly lastRequestId?: string };
}

export interface WrittenArchive extends WrittenContext {
  readonly archivedAt: number;
  readonly archiveReason: string;
  readonly summary?: string;
}

export interface WrittenItem {
  readonly contextId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly archivedAt: number;
  readonly messageCount: number;
  readonly summaryPreview: string;
}

/** Reads `contexts/` of a dialog as a program would that knows the original text and nothing of the store. */
export function readContexts(dialogFolder: string) {
  const folder = join(dialogFolder, 'contexts');
  const archives = readdirSync(join(folder, 'archive')).map((name) =>
    checkArchive(name, parse(join(folder, 'archive', name))),
  );
  const index = parse(join(folder, 'index.json')) as { v: 1; items: WrittenItem[] };
  assert.equal(index.v, 1);
  for (const item of index.items) checkItem(item);
  return { active: readActive(dialogFolder), archives, items: index.items };
}

/** Reads `contexts/active.json` of a dialog in the same way. */
export const readActive = (dialogFolder: string): WrittenContext =>
  checkActive(parse(join(dialogFolder, 'contexts', 'active.json')));

const parse = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function checkActive(value: unknown): WrittenContext {
  const context = value as WrittenContext;
  checkContext(context, 'active');
  return context;
}

function checkArchive(name: string, value: unknown): WrittenArchive {
  const context = value as WrittenArchive;
  checkContext(context, 'archived');
  assert.equal(name, `${context.contextId}.json`);
  assert.equal(typeof context.archivedAt, 'number');
  assert.equal(typeof context.archiveReason, 'string');
  assert.ok(context.summary === undefined || typeof context.summary === 'string');
  return context;
}

function checkContext(context: WrittenContext, status: string): void {
  assert.equal(context.v, 1);
  assert.equal(context.status, status);
  assert.match(context.contextId, /^c_\d{8}_[0-9a-z]{4,}$/);
  assert.equal(typeof context.createdAt, 'number');
  assert.equal(typeof context.updatedAt, 'number');
  assert.ok(context.title === undefined || typeof context.title === 'string');
  for (const preview of [context.meta.lastUserTextPreview, context.meta.lastRequestId])
    assert.ok(preview === undefined || typeof preview === 'string');
  for (const turn of context.turns) {
    assert.deepEqual(Object.keys(turn).sort(), ['role', 'text', 'ts', 'v']);
    assert.equal(turn.v, 1);
    assert.equal(typeof turn.ts, 'number');
    assert.match(turn.role, /^(user|assistant)$/);
    assert.equal(typeof turn.text, 'string');
  }
}

function checkItem(item: WrittenItem): void {
  assert.deepEqual(Object.keys(item).sort(), [
    'archivedAt',
    'contextId',
    'createdAt',
    'messageCount',
    'summaryPreview',
    'title',
  ]);
  for (const text of [item.contextId, item.title, item.summaryPreview]) assert.equal(typeof text, 'string');
  for (const number of [item.createdAt, item.archivedAt, item.messageCount])
    assert.equal(typeof number, 'number');
}
