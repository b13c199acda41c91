/** Thrown when a file that was listed is gone: somebody cleared or sealed meanwhile, so look again. */
export class Changed extends Error {}
