/** Names of lists of tools, as the server takes them. */
export const toolProfiles = ['core', 'default', 'memory', 'full'] as const;
export type ToolProfile = (typeof toolProfiles)[number];
