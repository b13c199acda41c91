import type * as z from 'zod';
import { contextsDisabled } from '../../store/contexts/disabled.ts';
import { defineTool, type Tool, type ToolDefinition } from '../base/tool.ts';

/** A tool over context snapshots: it replies `{success: …}`, and refuses every call while contexts are switched off. */
export function defineContextTool<Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool {
  return defineTool<Shape>({
    ...definition,
    outcome: 'success',
    run: (store, args, surroundings) => {
      if (!store.contexts.enabled) throw contextsDisabled();
      return definition.run(store, args, surroundings);
    },
  });
}
