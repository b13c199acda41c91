const words =
  'a an and are as at be but by can did do does for from had has have how i in is it its me my not of on or our so that the their them then there these they this to us was we were what when where which who why will with you your';
const characters = '的了是在和与或也就都而及着把被这那我你他她它们吗呢吧啊';

const stopWords = new Set([...words.split(' '), ...Array.from(characters)]);

/** Whether a term is too common to say what a text is about. */
export const isStopWord = (term: string): boolean => stopWords.has(term);
