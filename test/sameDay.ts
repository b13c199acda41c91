/** Runs a test that speaks of today or yesterday; once more where midnight came in between and both are other days now. */
export async function onOneDay(test: () => Promise<void>): Promise<void> {
  const today = (): string => new Date().toDateString();
  const begun = today();
  try {
    await test();
  } catch (error) {
    if (today() === begun) throw error;
    await test();
  }
}
