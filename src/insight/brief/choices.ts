import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, isObject, isoTime, type Lease, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { readSmallJson, WrongContent } from '../../disk/files/json.ts';
import { withLock } from '../../disk/files/lock.ts';
import { sweepFor, updateJson } from '../../disk/files/smallFile.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import { parseTime } from '../../history/memory/records.ts';
import { safeBeginning } from '../../disk/secrets/cut.ts';
import { parseReference } from '../../find/search/reference.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { isSameStatement } from './identity.ts';
import { briefSections, type BriefChoice, type BriefChoices, type ChosenStatement } from './types.ts';

/** In `.chat-history/`: what people decided about single statements. */
const choicesName = 'brief.json';

const version = 1;

/** The newest of each kind are kept. */
const maxChoices = 500;
/** Longer texts are not statements. Characters. */
const maxTextLength = 4_000;

const none: BriefChoices = { pinned: [], never: [] };

/** `brief.json`: what people decided about single statements, see `BriefStore`. */
export class ChoicesFile {
  readonly #file: string;
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#file = join(context.folder, choicesName);
  }

  /** Synchronous. */
  read(): BriefChoices {
    if (lstatOwn(this.#file)?.isDirectory()) return none; // a dialog of an older version
    const read = readSmallJson(this.#file, parseChoices);
    if (read.state === 'missing') return none;
    if (read.state === 'read') return read.value;
    throw new StoreError(
      'damaged',
      `${choicesName} is damaged (${read.reason}), so it is not known what is never to be told. Repair it, or put it aside with the doctor.`,
      { file: choicesName, reason: read.reason },
    );
  }

  /** Returns the previous choice for the statement. */
  async choose(chosen: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const before = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      if (lstatOwn(this.#file)?.isDirectory()) throw isDialog();
      return withLock(lockFolder(folder, choicesName), (lease) => this.#change(chosen, choice, lease), log);
    });
    wrote(choicesName);
    return before;
  }

  async #change(
    chosen: ChosenStatement,
    choice: BriefChoice | undefined,
    lease: Lease,
  ): Promise<BriefChoice | undefined> {
    const { clock, log } = this.#context;
    await sweepFor(this.#file, lease);
    let before: BriefChoice | undefined;
    const write = (choices: BriefChoices = none): string => {
      before = choiceOf(choices, chosen);
      return formatChoices(changed(choices, chosen, choice && { at: clock.now(), ...choice }));
    };
    const aside = await updateJson(this.#file, parseChoices, write, { lease, clock });
    if (aside) log.warn(`${choicesName} was damaged (${aside.reason}) and is kept as ${aside.keptAs}`);
    return before;
  }
}

/** The choice made for a statement. */
function choiceOf({ pinned, never }: BriefChoices, statement: ChosenStatement): BriefChoice | undefined {
  const [pin, not] = [pinned, never].map((list) => list.find((one) => isSameStatement(one, statement)));
  if (pin) return { kind: 'pinned', at: pin.at };
  return not && { kind: 'never', at: not.at };
}

function changed(
  choices: BriefChoices,
  { section, text, time, reference, about }: ChosenStatement,
  choice: Required<BriefChoice> | undefined,
): BriefChoices {
  const statement = { section, text, time, reference, ...defined({ about }) };
  const others = (list: BriefChoices['pinned']) => list.filter((one) => !isSameStatement(one, statement));
  const own = (kind: BriefChoice['kind']) => (choice?.kind === kind ? [{ ...statement, at: choice.at }] : []);
  const newest = (list: BriefChoices['pinned']) => [...list].sort((a, b) => b.at - a.at).slice(0, maxChoices);
  return {
    pinned: newest([...own('pinned'), ...others(choices.pinned)]),
    never: newest([...own('never'), ...others(choices.never)]),
  };
}

/** Parses the content of `brief.json` and skips invalid statements. Throws `WrongContent`. */
export function parseChoices(value: unknown): BriefChoices {
  if (!isObject(value)) throw new WrongContent('not an object');
  if (typeof value.v === 'number' && value.v > version) throw laterVersion(value.v);
  const { pinned = [], never = [] } = value;
  if (![pinned, never].every(Array.isArray)) throw new WrongContent('pinned and never must be lists');
  return { pinned: parseList(pinned), never: parseList(never) };
}

const parseList = (value: unknown): BriefChoices['pinned'] =>
  Array.isArray(value) ? value.slice(0, maxChoices).flatMap((one) => parseStatement(one) ?? []) : [];

/** The file may come from an untrusted repository, so a text becomes one line as everywhere in a brief. */
function parseStatement(value: unknown): BriefChoices['pinned'][number] | undefined {
  if (!isObject(value) || typeof value.text !== 'string' || typeof value.reference !== 'string')
    return undefined;
  const section = briefSections.find((known) => known === value.section);
  const [time, at] = [parseTime(value.time), parseTime(value.at)];
  const text = safeBeginning(oneLine(value.text), maxTextLength);
  if (!section || time === undefined || at === undefined || text === '') return undefined;
  if (!parseReference(value.reference)) return undefined;
  const { reference, about } = value;
  return { section, text, time, reference, at, ...(typeof about === 'string' && { about }) };
}

/** One statement per line, so that two branches with different choices merge. */
function formatChoices({ pinned, never }: BriefChoices): string {
  const lines = (list: BriefChoices['pinned']): string =>
    list
      .map(
        ({ time, at, ...one }) => `\n    ${JSON.stringify({ ...one, time: isoTime(time), at: isoTime(at) })}`,
      )
      .join(',');
  const member = (name: string, list: BriefChoices['pinned']): string =>
    `  "${name}": [${lines(list)}${list.length > 0 ? '\n  ' : ''}]`;
  return `{\n  "v": ${version},\n${member('pinned', pinned)},\n${member('never', never)}\n}\n`;
}

const laterVersion = (v: number): StoreError =>
  new StoreError(
    'storage',
    `${choicesName} was written by a later version of this program (v ${v}, not ${version}). Update this one.`,
    { v },
  );

const isDialog = (): StoreError =>
  new StoreError(
    'already_exists',
    `A dialog is kept in the folder ${choicesName}, where the choices belong. Rename that dialog.`,
    { folder: choicesName },
  );
