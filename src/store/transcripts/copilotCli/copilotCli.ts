import { dirname, join } from 'node:path';
import { isCopilotEvent, isOfEditor, readCopilotEvents } from '../copilot/copilotLog.ts';
import type { AgentTranscripts, FindTranscripts, Places } from '../shared/agent.ts';
import { inWhole, readBeside, titleFromEnds } from '../shared/whole.ts';
import { fileIn, filesOf, foldersOf, homeOf } from '../shared/places.ts';
import type { ReadTranscript } from '../shared/types.ts';

/** Reads a session of Copilot CLI: `session-state/<session>/events.jsonl`. */
export const readCopilotCli: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot-cli', async () => {
    const yaml = await readBeside(join(dirname(source.path), 'workspace.yaml'));
    return { cwd: scalar(yaml, 'cwd'), title: scalar(yaml, 'name') ?? scalar(yaml, 'summary') };
  });

const stream = inWhole(readCopilotCli);

/** GitHub Copilot on the command line. */
export const copilotCli: AgentTranscripts = {
  id: 'copilot-cli',
  find: findCopilotCli,
  recognise: (record, path) => isCopilotEvent(record) && !isOfEditor(record, path),
  place: /\/session-state\/.+\.jsonl$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (places) => [sessionState(places)],
};

/** Where it keeps its sessions, a folder for each. */
export const sessionState = (places: Places): string =>
  join(homeOf(places, 'COPILOT_HOME', '.copilot'), 'session-state');

/** `session-state/<session>/events.jsonl`, in older versions `session-state/<session>.jsonl`, of all folders together. */
async function* findCopilotCli(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const sessions = sessionState(places);
  for (const folder of await foldersOf(sessions)) {
    const path = fileIn(folder, 'events.jsonl');
    if (path !== undefined) yield { agent: 'copilot-cli', path, unsure: true };
  }
  for (const path of await filesOf(sessions, /\.jsonl$/)) yield { agent: 'copilot-cli', path, unsure: true };
}

/** A top-level value of a YAML file when it stands on one line. */
export function scalar(yaml: string | undefined, key: string): string | undefined {
  const line = yaml?.match(new RegExp(`^${key}:[ \\t]+(.+?)[ \\t]*\\r?$`, 'm'))?.[1];
  if (line === undefined || /^[|>&*!{[#]/.test(line) || line === 'null' || line === '~') return undefined;
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(line);
  const text = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2]?.replaceAll("''", "'") ?? line;
  return text.trim() === '' ? undefined : text.trim();
}
