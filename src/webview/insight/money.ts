/** Formats US dollars, to the cent if that is precise enough; a note in the pane names the currency. */
export function money(locale: string, value: number): string {
  const digits = value !== 0 && value < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
