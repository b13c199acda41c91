import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { defined, isObject, isoTime, type Lease, StoreError } from '../base/core.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { lockFolder } from '../files/ignored.ts';
import { readSmallJson, WrongContent } from '../files/json.ts';
import { withLock } from '../files/lock.ts';
import { sweepFor, updateJson } from '../files/smallFile.ts';
import { peek } from '../files/way.ts';
import { parseTime } from '../memory/records.ts';
import { beginningBesideSecret } from '../secrets/cut.ts';
import { parseReference } from '../search/reference.ts';
import { oneLine } from '../text/containText.ts';
import { choicesName } from './choicesName.ts';
import { isSameStatement } from './identity.ts';
import { briefSections, type BriefChoice, type BriefChoices, type ChosenStatement } from './types.ts';

const version = 1;

/** Of each kind the newest are kept. */
const mostChosen = 500;
/** Longer texts are no statements. Characters. */
const longestText = 4_000;

const none: BriefChoices = { pinned: [], never: [] };

/** `brief.json`: what people decided of single statements. What the methods promise stands at `BriefStore`. */
export class ChoicesFile {
  readonly #file: string;
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#file = join(context.folder, choicesName);
  }

  /** Without waiting. */
  read(): BriefChoices {
    if (peek(this.#file)?.isDirectory()) return none; // a dialog of an older version
    const read = readSmallJson(this.#file, parseChoices);
    if (read.state === 'missing') return none;
    if (read.state === 'read') return read.value;
    throw new StoreError(
      'damaged',
      `${choicesName} is damaged (${read.reason}), so it is not known what is never to be told. Repair it, or put it aside with the doctor.`,
      { file: choicesName, reason: read.reason },
    );
  }

  /** Gives what was decided of the statement before. */
  async choose(chosen: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const before = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      if (peek(this.#file)?.isDirectory()) throw isDialog();
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
    await sweepFor(this.#file);
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

/** What was decided of a statement. */
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
  const newest = (list: BriefChoices['pinned']) => [...list].sort((a, b) => b.at - a.at).slice(0, mostChosen);
  return {
    pinned: newest([...own('pinned'), ...others(choices.pinned)]),
    never: newest([...own('never'), ...others(choices.never)]),
  };
}

/** Reads the content of `brief.json`; what is no statement in it is left out. Throws `WrongContent`. */
export function parseChoices(value: unknown): BriefChoices {
  if (!isObject(value)) throw new WrongContent('not an object');
  if (typeof value.v === 'number' && value.v > version) throw laterVersion(value.v);
  const { pinned = [], never = [] } = value;
  if (![pinned, never].every(Array.isArray)) throw new WrongContent('pinned and never must be lists');
  return { pinned: parseList(pinned), never: parseList(never) };
}

const parseList = (value: unknown): BriefChoices['pinned'] =>
  Array.isArray(value) ? value.slice(0, mostChosen).flatMap((one) => parseStatement(one) ?? []) : [];

/** The file may have come with a repository of anybody's: a text is one line, as any other of a brief. */
function parseStatement(value: unknown): BriefChoices['pinned'][number] | undefined {
  if (!isObject(value) || typeof value.text !== 'string' || typeof value.reference !== 'string')
    return undefined;
  const section = briefSections.find((known) => known === value.section);
  const [time, at] = [parseTime(value.time), parseTime(value.at)];
  const text = beginningBesideSecret(oneLine(value.text), longestText);
  if (!section || time === undefined || at === undefined || text === '') return undefined;
  if (!parseReference(value.reference)) return undefined;
  const { reference, about } = value;
  return { section, text, time, reference, at, ...(typeof about === 'string' && { about }) };
}

/** A statement a line, so that two branches are merged where they chose different ones. */
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
