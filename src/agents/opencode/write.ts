import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { homeOf, type Places } from '../profile/machine.ts';
import { fieldsOf, isList, listOf, textOf } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import { readJsonBeside, readSettings } from '../reading/whole.ts';
import type { NewCall, NewSession, NewTurn, SessionWriter } from '../writing/newSession.ts';

/** Writes sessions of OpenCode, in the form of its own export, which it takes into its database itself. */
export const opencodeWriter: SessionWriter = {
  program: 'opencode',
  tried: '1.18',
  write: async (session, { places, version, now, told = [] }) => {
    const id = sessionIdOf(session.id, now);
    const model = modelFrom(told, session, await chosenModels(places, session.cwd));
    const text = JSON.stringify(exportOf(session, { id, version, now, model }));
    return { id, files: [{ path: `${id}.json`, text }] };
  },
  itself: {
    asks: ['models'],
    takeIn: (file) => ['import', file],
    takeOut: (id) => ['session', 'delete', id],
    show: (id) => ['export', id],
    messagesIn: (text) => {
      const { messages } = fieldsOf(parseJson(text));
      return isList(messages) ? messages.length : undefined;
    },
  },
};

interface Model {
  readonly providerID: string;
  readonly modelID: string;
}

const unknownModel: Model = { providerID: 'unknown', modelID: 'unknown' };

/** Chooses the model of the session, else what the person chose, else the first; OpenCode goes on with no unknown one. */
function modelFrom(models: readonly string[], { turns }: NewSession, chosen: readonly string[]): Model {
  const known = models.filter((line) => /^[^\s/]+\/\S+$/.test(line));
  const own = turns.findLast(({ model }) => model !== undefined)?.model;
  const same = known.find((name) => own !== undefined && name.endsWith(`/${own}`));
  const name = same ?? chosen.find((each) => known.includes(each)) ?? known[0];
  if (name === undefined) return unknownModel;
  const at = name.indexOf('/');
  return { providerID: name.slice(0, at), modelID: name.slice(at + 1) };
}

/** Returns the model that the person used last, and those of the settings. */
async function chosenModels(places: Places, project: string): Promise<readonly string[]> {
  const state = homeOf(places, 'XDG_STATE_HOME', join('.local', 'state'));
  const { recent } = fieldsOf(await readJsonBeside(join(state, 'opencode', 'model.json')));
  const last = listOf(recent)
    .map((each) => fieldsOf(each))
    .map(({ providerID, modelID }) => `${textOf(providerID)}/${textOf(modelID)}`);
  const own = join(homeOf(places, 'XDG_CONFIG_HOME', '.config'), 'opencode');
  const files = [project, own].flatMap((folder) =>
    ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
  );
  const set = await Promise.all(files.map(async (file) => textOf(fieldsOf(await readSettings(file)).model)));
  return [...last, ...set.filter((name) => name !== undefined)];
}

const agent = 'build';
const noTokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

/** Twelve digits that grow with time, or shrink as those of sessions do. */
function stamp(ms: number, count: number, isSession = false): string {
  const grown = BigInt(ms) * 0x1000n + BigInt(count);
  return BigInt.asUintN(48, isSession ? ~grown : grown)
    .toString(16)
    .padStart(12, '0');
}

const endingOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('base64url')
    .replaceAll(/[^A-Za-z0-9]/g, '0')
    .slice(0, 14);

const sessionIdOf = (id: string, now: number): string => `ses_${stamp(now, 0, true)}${endingOf(id)}`;

interface Export {
  readonly id: string;
  readonly version: string;
  readonly now: number;
  readonly model: Model;
}

function exportOf({ title, cwd, note, turns }: NewSession, { id, version, now, model }: Export): object {
  const ids = new Ids(id, now);
  const info = {
    id,
    slug: id.slice(-12).toLowerCase(),
    projectID: 'global',
    directory: cwd,
    title,
    agent,
    version,
  };
  let parentID = '';
  const messages = turns.map((turn, n) => {
    const head = { id: ids.next('msg'), sessionID: id };
    const at = Date.parse(turn.at);
    const isUser = turn.role === 'user';
    if (isUser) parentID = head.id;
    const texts = [
      ...(n === 0 ? [{ text: note, synthetic: true }] : []),
      ...(turn.text === '' ? [] : [{ text: turn.text }]),
    ];
    const parts = [
      ...texts.map((text) => ({ type: 'text', ...text })),
      ...turn.calls.map((call) => toolPart(call, at)),
    ].map((part) => ({ ...part, id: ids.next('prt'), sessionID: id, messageID: head.id }));
    return {
      info: { ...head, ...(isUser ? userInfo(at, model) : answerInfo(turn, { at, cwd, parentID })) },
      parts,
    };
  });
  return { info: { ...info, time: { created: now, updated: now } }, messages };
}

const userInfo = (created: number, model: Model) => ({ role: 'user', time: { created }, agent, model });

function answerInfo(
  { model: modelID = unknownModel.modelID, calls }: NewTurn,
  { at, cwd, parentID }: { readonly at: number; readonly cwd: string; readonly parentID: string },
) {
  return {
    ...{
      role: 'assistant',
      parentID,
      mode: agent,
      agent,
      path: { cwd, root: cwd },
      cost: 0,
      tokens: noTokens,
    },
    ...{ providerID: unknownModel.providerID, modelID, time: { created: at, completed: at } },
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
  };
}

function toolPart({ id: callID, name: tool, args: input, output, failed }: NewCall, at: number) {
  const time = { start: at, end: at };
  const state = failed
    ? { status: 'error', input, error: output, time }
    : { status: 'completed', input, output, title: tool, metadata: {}, time };
  return { type: 'tool', tool, callID, state };
}

/** Ids in the order in which they are made. */
class Ids {
  #count = 0;
  readonly #session: string;
  readonly #now: number;

  constructor(session: string, now: number) {
    this.#session = session;
    this.#now = now;
  }

  next(kind: 'msg' | 'prt'): string {
    this.#count += 1;
    return `${kind}_${stamp(this.#now, this.#count)}${endingOf(`${this.#session} ${this.#count}`)}`;
  }
}
