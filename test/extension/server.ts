// The history server as the editor's own MCP client runs it.
import { CancellationTokenSource, commands, LanguageModelTextPart, lm } from 'vscode';
import { eventually } from './workspace.ts';

/** Starts the server, or waits until its tools are there. */
export async function startServer(): Promise<void> {
  await eventually('the tool history_save in lm.tools', async () => {
    await commands.executeCommand('historyStore.startServer');
    return lm.tools.some(({ name }) => name === 'mcp_history_history_save');
  });
}

/** Calls a tool the way an agent in the editor does; gives the texts of its reply. */
export async function callTool(name: string, input: object): Promise<string[]> {
  const token = new CancellationTokenSource().token;
  const result = await lm.invokeTool(`mcp_history_${name}`, { input, toolInvocationToken: undefined }, token);
  return result.content.flatMap((part) => (part instanceof LanguageModelTextPart ? [part.value] : []));
}
