import { basename, join } from 'node:path';
import { readJsonBeside } from './beside.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import { filesOf, foldersOf, userFolders, type FindTranscripts } from './places.ts';

/** `globalStorage/saoudrizwan.claude-dev/tasks/<id>/api_conversation_history.json`, of all folders together. */
export const findCline: FindTranscripts = async function* (places, roots) {
  for (const user of userFolders(places)) {
    const storage = join(user, 'globalStorage', 'saoudrizwan.claude-dev');
    const folders = await taskFolders(storage);
    for (const task of await foldersOf(join(storage, 'tasks'))) {
      const cwd = folders.get(basename(task));
      if (cwd !== undefined && !(await roots.include(cwd))) continue;
      for (const path of await filesOf(task, /^api_conversation_history\.json$/))
        yield { agent: 'cline', path, unsure: cwd === undefined, ...(cwd !== undefined && { cwd }) };
    }
  }
};

/** The folder of each task, as Cline's list of tasks has it. */
async function taskFolders(storage: string): Promise<Map<string, string>> {
  const tasks = listOf(await readJsonBeside(join(storage, 'state', 'taskHistory.json'))).map(fieldsOf);
  return new Map(
    tasks.flatMap(({ id, cwdOnTaskInitialization, shadowGitConfigWorkTree }) => {
      const [key, folder] = [textOf(id), textOf(cwdOnTaskInitialization) ?? textOf(shadowGitConfigWorkTree)];
      return key === undefined || folder === undefined ? [] : [[key, folder] as const];
    }),
  );
}
