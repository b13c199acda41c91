import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { formats } from '../src/disk/files/historyFormat.ts';
import { programOf } from './program.ts';

/*
 * A fictional later version: the programs of this one, in which numbers of formats are higher. It behaves as the next
 * version that changes a form will.
 */

type Numbers = Partial<Record<keyof typeof formats, number>>;

const folder = mkdtempSync(join(tmpdir(), 'history-later-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Raises numbers in the text of a built program; undefined where it has none. */
function raised(text: string, numbers: Numbers): string | undefined {
  let result = text;
  for (const [name, number] of Object.entries(numbers)) {
    const now = formats[name as keyof typeof formats];
    const places = text.match(new RegExp(`\\b${name}: ?${now}\\b`, 'g')) ?? [];
    if (places.length === 0) return undefined;
    assert.equal(places.length, 1, `${name} is written more than once`);
    result = result.replace(new RegExp(`\\b${name}: ?${now}\\b`), `${name}: ${number}`);
  }
  return result;
}

/** `programOf`, as a later version with other numbers has it. */
export function laterProgramOf(source: string, numbers: Numbers): string {
  const file = join(folder, `${Object.values(numbers).join('-')}-${basename(source).replace(/ts$/, 'cjs')}`);
  const text = raised(readFileSync(programOf(source), 'utf8'), numbers);
  assert.ok(text !== undefined, `${source} has no numbers of formats`);
  writeFileSync(file, text);
  return file;
}

/** A copy of the built programs with other numbers, for tests of what people start. */
export function laterBuild(numbers: Numbers): string {
  const copy = join(folder, `build-${Object.entries(numbers).flat().join('-')}`);
  cpSync(resolve(__dirname, '../dist'), copy, { recursive: true });
  const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  let changed = 0;
  for (const name of files) {
    const text = raised(readFileSync(join(copy, name), 'utf8'), numbers);
    if (text === undefined) continue;
    writeFileSync(join(copy, name), text);
    changed++;
  }
  assert.ok(changed > 0, 'no program has numbers of formats');
  return copy;
}
