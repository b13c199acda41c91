import type * as z from 'zod';
import { defineTool, type Tool, type ToolDefinition } from '../base/tool.ts';

/** A tool over memories: its refusals are `{success: false, message}`; it is a core tool unless said otherwise. */
export const defineMemoryTool = <Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool => defineTool<Shape>({ profile: 'core', ...definition, outcome: 'message' });
