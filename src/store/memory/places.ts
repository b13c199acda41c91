/** The folder of memories in a history. */
export const memoriesFolder = '.memory';
/** The file there that says how they are looked after. */
export const careName = 'care.json';
