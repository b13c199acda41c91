import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { hookProgram, withHook, type RunOptions } from '../hook/runHook.ts';
import { cliProgram } from './withCli.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';

interface Case {
  readonly input?: (transcript: string, project: string) => string;
  readonly args?: (transcript: string, project: string) => readonly string[];
  readonly ends: { readonly code: number; readonly stdout?: RegExp; readonly stderr?: RegExp };
  readonly archives?: number;
}

const told = (transcript: string, cwd: string): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    cwd,
    hook_event_name: 'PreCompact',
    trigger: 'auto',
  });

const cases: Readonly<Record<string, Case>> = {
  'archives in silence': { input: told, ends: { code: 0 }, archives: 1 },
  'takes a name for the agent, beside what it does not know': {
    input: told,
    args: () => ['--assistant-name', 'Ada', '--later', 'x'],
    ends: { code: 0 },
    archives: 1,
  },
  'fails in silence for the agent': {
    input: () => 'no JSON',
    ends: { code: 0, stderr: /^history error: Standard input is not JSON/ },
  },
  'archives for a person': {
    args: (transcript, project) => ['archive', transcript, '--root', project],
    ends: { code: 0, stdout: /^Archived 2 messages in / },
    archives: 1,
  },
  'tells a person how it is called': {
    args: () => ['archive'],
    ends: { code: 1, stderr: /^history error: Usage: archive <transcript>/ },
  },
};

/** How a program ends, and how many archives there are. What it says names no folder of the test. */
const runIn = (given: Case, options: RunOptions) =>
  withHook(async ({ project, run, transcript }) => {
    const path = await transcript(session, [
      { id: 'u1', text: 'Fix the login' },
      { id: 'a1', text: 'Done', by: 'assistant' },
    ]);
    const args = [...(options.args ?? []), ...(given.args?.(path, project) ?? [])];
    const ended = await run(given.input?.(path, project) ?? '', { ...options, args });
    const folder = join(project, '.chat-history/.conversations');
    const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
    const said = (text: string): string => text.replaceAll(project, 'project');
    const { code, stdout, stderr } = ended;
    return { code, stdout: said(stdout), stderr: said(stderr), archives: files.length };
  });

describe('the hook command', () => {
  for (const [title, given] of Object.entries(cases))
    it(`behaves like the hook program: it ${title}`, async () => {
      const alone = await runIn(given, { program: hookProgram });
      const command = await runIn(given, { program: cliProgram, args: ['hook'] });
      assert.deepEqual(command, alone);
      const { code, stdout = /^$/, stderr = /^$/ } = given.ends;
      assert.deepEqual([command.code, command.archives], [code, given.archives ?? 0]);
      assert.match(command.stdout, stdout);
      assert.match(command.stderr, stderr);
    });
});
