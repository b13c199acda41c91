// What the editor names of a hub; loads none of its code.
export { copyName, fetchedMessageId, hubAccesses, isPlainProblem, recordKinds } from '../../team/types.ts';
export type * from '../../team/clientTypes.ts';
