/**
 * The one way in which text is compared ignoring case: `like`, ids, uniqueness, search and sort
 * (reference: metadata, Values). Unicode lower case over composed text, with the final sigma equal to the other;
 * accents stay different letters. Idempotent: `fold(fold(text)) === fold(text)`.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}
