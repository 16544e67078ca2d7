/**
 * The case-insensitive form of a text for every comparison: `like`, ids, uniqueness, search and sort (reference:
 * metadata, Values). Unicode lower case over composed text, with both sigmas equal; accented letters stay distinct.
 * Idempotent: `fold(fold(text)) === fold(text)`.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}
