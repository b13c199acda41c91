import { taskAgent } from '../cline/clineTasks.ts';
import { readForm } from '../reading/forms.ts';

/** Roo Code in VS Code. */
export const roo = taskAgent({
  id: 'roo',
  extension: 'rooveterinaryinc.roo-cline',
  forms: [readForm('rooveterinaryinc.roo-cline/tasks/*/api_conversation_history.json')],
});
