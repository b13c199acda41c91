import { structuredPatch } from 'diff';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import type { Machine } from '../machine.ts';

/** What a scripted session does, in the order it does it. */
export type Step =
  | { readonly do: 'ask'; readonly text: string }
  | { readonly do: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly do: 'create'; readonly path: string; readonly after: string }
  /** The whole file once more. */
  | { readonly do: 'write'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly do: 'read'; readonly path: string; readonly before: string }
  | { readonly do: 'shell'; readonly command: string; readonly output?: string; readonly code?: number }
  /** An edit that its agent refused, or the person. */
  | {
      readonly do: 'fail' | 'deny';
      readonly path: string;
      readonly before: string;
      readonly after: string;
    };

export interface ScriptedSession {
  readonly id: string;
  readonly agent: (typeof scriptedAgents)[number];
  /** Milliseconds; each step is a second later than the one before. */
  readonly at: number;
  readonly cwd: string;
  readonly steps: readonly Step[];
}

export const scriptedAgents = ['claude', 'codex', 'gemini', 'copilot-cli'] as const;

/** Writes the transcript of a session where its agent would, and in its form. */
export async function writeSession({ write }: Machine, session: ScriptedSession): Promise<void> {
  const form = forms[session.agent](session);
  for (const [path, records] of Object.entries(form)) await write(path, records);
}

type Form = (session: ScriptedSession) => Record<string, readonly unknown[] | string>;

const time = ({ at }: ScriptedSession, n: number): string => new Date(at + n * 1_000).toISOString();

const hunks = (before: string, after: string) => {
  const { hunks: found } = structuredPatch('a', 'a', before, after, '', '', { context: 3 });
  return found.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
};

const unified = (before: string, after: string): string =>
  hunks(before, after)
    .flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ])
    .join('\n');

/** The part of a file that an edit names: what differs, and a line on either side. */
export function excerpt(before: string, after: string): { readonly old: string; readonly now: string } {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const from = Math.max(0, start - 1);
  const to = Math.max(0, end - 1);
  return { old: a.slice(from, a.length - to).join('\n'), now: b.slice(from, b.length - to).join('\n') };
}

const claude: Form = (session) => {
  const { id, cwd, steps } = session;
  const lines: object[] = [];
  const line = (type: string, message: object, more: object = {}) =>
    lines.push({
      parentUuid: lines.length === 0 ? null : `${id}-${lines.length - 1}`,
      isSidechain: false,
      cwd,
      sessionId: id,
      version: '2.1.30',
      gitBranch: 'main',
      type,
      uuid: `${id}-${lines.length}`,
      timestamp: time(session, lines.length),
      message,
      ...more,
    });
  steps.forEach((step, n) => {
    const call = `toolu_${id}_${n}`;
    if (step.do === 'ask') return line('user', { role: 'user', content: step.text });
    const use = (name: string, input: object) =>
      line('assistant', {
        id: `msg_${id}_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus',
        content: [{ type: 'tool_use', id: call, name, input }],
      });
    const result = (content: string, toolUseResult: unknown = content, is_error = false) =>
      line(
        'user',
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call, content, is_error }],
        },
        { toolUseResult },
      );
    if (step.do === 'shell') {
      use('Bash', { command: step.command });
      return result(
        step.code ? `Exit code ${step.code}\n${step.output ?? ''}` : (step.output ?? ''),
        { stdout: step.output ?? '', stderr: '', interrupted: false },
        step.code !== undefined && step.code !== 0,
      );
    }
    const file_path = `${cwd}/${step.path}`;
    if (step.do === 'read') {
      use('Read', { file_path });
      return result(
        step.before
          .split('\n')
          .map((text, at) => `${String(at + 1).padStart(6)}→${text}`)
          .join('\n'),
      );
    }
    if (step.do === 'create') {
      use('Write', { file_path, content: step.after });
      return result(`File created successfully at: ${file_path}`, {
        type: 'create',
        filePath: file_path,
        content: step.after,
        structuredPatch: [],
      });
    }
    const { old: old_string, now: new_string } = excerpt(step.before, step.after);
    if (step.do === 'write') use('Write', { file_path, content: step.after });
    else use('Edit', { file_path, old_string, new_string });
    if (step.do === 'fail')
      return result(
        '<tool_use_error>String to replace not found in file.</tool_use_error>',
        'Error: String to replace not found in file.',
        true,
      );
    if (step.do === 'deny')
      return result(
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        'User rejected tool use',
        true,
      );
    return result(`The file ${file_path} has been updated.`, {
      filePath: file_path,
      oldString: old_string,
      newString: new_string,
      structuredPatch: hunks(step.before, step.after).map((hunk) => ({
        ...hunk,
        lines: hunk.lines.map((text) => text.replace(/(?<=^.\t*)\t/g, '  ')),
      })),
    });
  });
  return { [`.claude/projects/${claudeFolderName(cwd)}/${id}.jsonl`]: lines };
};

const codexPatch = (path: string, before: string, after: string): string =>
  [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    ...hunks(before, after).flatMap(({ lines }) => ['@@', ...lines]),
    '*** End Patch',
  ].join('\n');

const codex: Form = (session) => {
  const { id, cwd, steps, at } = session;
  const lines: object[] = [];
  const line = (type: string, payload: object) =>
    lines.push({ timestamp: time(session, lines.length), type, payload });
  line('session_meta', { id, timestamp: time(session, 0), cwd, cli_version: '0.80.0' });
  steps.forEach((step, n) => {
    const call_id = `call_${id}_${n}`;
    const item = (type: string, more: object) => line('response_item', { type, ...more });
    if (step.do === 'ask')
      return item('message', { role: 'user', content: [{ type: 'input_text', text: step.text }] });
    const said = (output: string, exit_code = 0) =>
      JSON.stringify({ output, metadata: { exit_code, duration_seconds: 0.1 } });
    if (step.do === 'shell' || step.do === 'read') {
      const cmd = step.do === 'read' ? `cat ${step.path}` : step.command;
      const output = step.do === 'read' ? step.before : (step.output ?? '');
      const code = step.do === 'read' ? 0 : (step.code ?? 0);
      item('function_call', {
        name: 'shell',
        call_id,
        arguments: JSON.stringify({ command: ['bash', '-lc', cmd], workdir: cwd }),
      });
      return item('function_call_output', { call_id, output: said(output, code) });
    }
    if (step.do === 'write') {
      const text = step.after.endsWith('\n') ? step.after : `${step.after}\n`;
      item('function_call', {
        name: 'shell',
        call_id,
        arguments: JSON.stringify({
          command: ['bash', '-lc', `cat > ${step.path} <<'EOF'\n${text}EOF`],
          workdir: cwd,
        }),
      });
      return item('function_call_output', { call_id, output: said('') });
    }
    const patch =
      step.do === 'create'
        ? ['*** Begin Patch', `*** Add File: ${step.path}`]
            .concat(
              step.after
                .replace(/\n$/, '')
                .split('\n')
                .map((text) => `+${text}`),
              '*** End Patch',
            )
            .join('\n')
        : codexPatch(step.path, step.before, step.after);
    item('custom_tool_call', { name: 'apply_patch', call_id, input: patch, status: 'completed' });
    const letter = step.do === 'create' ? 'A' : 'M';
    const outputs: Record<string, string> = {
      fail: said('apply_patch verification failed: Failed to find expected lines', 1),
      deny: 'rejected by user',
    };
    return item('custom_tool_call_output', {
      call_id,
      output: outputs[step.do] ?? said(`Success. Updated the following files:\n${letter} ${step.path}\n`),
    });
  });
  const day = new Date(at).toISOString();
  const [y, m, d] = day.slice(0, 10).split('-');
  const name = `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${id}`;
  return { [`.codex/sessions/${y}/${m}/${d}/${name}.jsonl`]: lines };
};

const gemini: Form = (session) => {
  const { id, cwd, steps, at } = session;
  const start = time(session, 0);
  const lines: object[] = [{ sessionId: id, projectHash: 'ab', startTime: start, lastUpdated: start }];
  steps.forEach((step, n) => {
    const common = { id: `${id}-m${n}`, timestamp: time(session, n) };
    if (step.do === 'ask') return lines.push({ ...common, type: 'user', content: step.text });
    const call = (name: string, args: object, output: string, more: object = {}) =>
      lines.push({
        ...common,
        type: 'gemini',
        content: '',
        model: 'gemini-pro',
        toolCalls: [
          {
            id: `${name}_${id}_${n}`,
            name,
            args,
            status: 'success',
            timestamp: common.timestamp,
            result: [{ functionResponse: { id: `${name}_${id}_${n}`, name, response: { output } } }],
            ...more,
          },
        ],
      });
    if (step.do === 'shell')
      return call(
        'run_shell_command',
        { command: step.command },
        `Command: ${step.command}\nOutput: ${step.output ?? '(empty)'}\nExit Code: ${step.code ?? 0}`,
        step.code ? { status: 'error' } : {},
      );
    const file_path = `${cwd}/${step.path}`;
    if (step.do === 'read') return call('read_file', { file_path }, step.before);
    const before = step.do === 'create' ? '' : step.before;
    const isNew = step.do === 'create';
    const fileDiff = `Index: a\n${'='.repeat(67)}\n--- a\tOriginal\n+++ a\tWritten\n${unified(before, step.after)}`;
    const failed =
      step.do === 'fail' ? { status: 'error' } : step.do === 'deny' ? { status: 'cancelled' } : undefined;
    const shown = failed ?? { resultDisplay: { fileDiff, fileName: 'a' } };
    if (step.do === 'create' || step.do === 'write')
      return call(
        'write_file',
        { file_path, content: step.after },
        isNew
          ? `Successfully created and wrote to new file: ${file_path}.`
          : `Successfully overwrote file: ${file_path}.`,
        shown,
      );
    const { old: old_string, now: new_string } = excerpt(before, step.after);
    return call(
      'replace',
      { file_path, old_string, new_string },
      failed
        ? 'Failed to edit, could not find the string to replace.'
        : `Successfully modified file: ${file_path}`,
      shown,
    );
  });
  const slug = 'project';
  const minute = new Date(at).toISOString().slice(0, 16).replace(':', '-');
  return {
    [`.gemini/tmp/${slug}/.project_root`]: `${cwd}\n`,
    [`.gemini/tmp/${slug}/chats/session-${minute}-${id.slice(0, 8)}.jsonl`]: lines,
  };
};

const copilotCli: Form = (session) => {
  const { id, cwd, steps } = session;
  const lines: object[] = [];
  const line = (type: string, data: object) =>
    lines.push({
      type,
      data,
      id: `${id}-e${lines.length}`,
      timestamp: time(session, lines.length),
      parentId: null,
    });
  line('session.start', {
    sessionId: id,
    version: 1,
    producer: 'copilot-agent',
    startTime: time(session, 0),
    context: { cwd },
  });
  steps.forEach((step, n) => {
    const toolCallId = `tooluse_${id}_${n}`;
    if (step.do === 'ask') return line('user.message', { content: step.text });
    const call = (toolName: string, args: object, content: string, success = true) => {
      line('assistant.message', {
        messageId: `${id}-a${n}`,
        content: '',
        toolRequests: [{ toolCallId, name: toolName, arguments: args, type: 'function' }],
      });
      line('tool.execution_start', { toolCallId, toolName, arguments: args });
      const result = success ? { result: { content } } : { error: { message: content } };
      return line('tool.execution_complete', { toolCallId, success, ...result });
    };
    if (step.do === 'shell')
      return call(
        'bash',
        { command: step.command },
        `${step.output ?? ''}\n<exited with exit code ${step.code ?? 0}>`,
      );
    const path = `${cwd}/${step.path}`;
    if (step.do === 'read') return call('view', { path }, step.before);
    if (step.do === 'create')
      return call(
        'create',
        { path, file_text: step.after },
        `Created file ${path} with ${step.after.length} characters`,
      );
    const { old: old_str, now: new_str } = excerpt(step.before, step.after);
    if (step.do === 'write')
      return call(
        'edit',
        { path, old_str: step.before, new_str: step.after },
        `File ${path} updated with changes.`,
      );
    if (step.do === 'fail') return call('edit', { path, old_str, new_str }, 'No match found', false);
    if (step.do === 'deny')
      return call('edit', { path, old_str, new_str }, 'The user rejected this tool call.', false);
    return call('edit', { path, old_str, new_str }, `File ${path} updated with changes.`);
  });
  return {
    [`.copilot/session-state/${id}/events.jsonl`]: lines,
    [`.copilot/session-state/${id}/workspace.yaml`]: `id: ${id}\ncwd: ${cwd}\n`,
  };
};

const forms: Record<ScriptedSession['agent'], Form> = { claude, codex, gemini, 'copilot-cli': copilotCli };
