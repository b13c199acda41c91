/** Opens all `details` elements around an element. */
export function unfold(element: Element | null | undefined): void {
  const around = element?.closest('details');
  if (!around) return;
  around.open = true;
  unfold(around.parentElement);
}
