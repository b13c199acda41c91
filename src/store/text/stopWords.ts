import { stemmer } from 'stemmer';

const words =
  'a about also an and any are as at be been being but by can could d did do does for from had has have how i in is it its just kind like ll m many me much my not of on or our really re s should so some that the their them then there these they this to type us ve was we were what when where which who why will with would you your t';
const characters = '的了是在和与或也就都而及着把被这那我你他她它们吗呢吧啊';

const stopWords = new Set([
  ...words.split(' ').flatMap((word) => [word, stemmer(word)]),
  ...Array.from(characters),
]);

/** Whether a term, stemmed or not, is too common to say what a text is about. */
export const isStopWord = (term: string): boolean => stopWords.has(term);
