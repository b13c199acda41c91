import { dirname, join } from 'node:path';
import { readBeside } from '../shared/beside.ts';
import { readCopilotEvents } from '../copilot/copilot.ts';
import type { ReadTranscript } from '../shared/types.ts';

/** Reads a session of Copilot CLI: `session-state/<session>/events.jsonl`. */
export const readCopilotCli: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot-cli', async () => {
    const yaml = await readBeside(join(dirname(source.path), 'workspace.yaml'));
    return { cwd: scalar(yaml, 'cwd'), title: scalar(yaml, 'name') ?? scalar(yaml, 'summary') };
  });

/** A top-level value of a YAML file when it stands on one line. */
function scalar(yaml: string | undefined, key: string): string | undefined {
  const line = yaml?.match(new RegExp(`^${key}:[ \\t]+(.+?)[ \\t]*\\r?$`, 'm'))?.[1];
  if (line === undefined || /^[|>&*!{[#]/.test(line) || line === 'null' || line === '~') return undefined;
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(line);
  const text = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2]?.replaceAll("''", "'") ?? line;
  return text.trim() === '' ? undefined : text.trim();
}
