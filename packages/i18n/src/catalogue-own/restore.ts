import type { CatalogueRow } from '../catalogue-row.ts'

/** What comes back out of a backup, or out of the trash of projects. */
export const restoreOwnTexts: readonly CatalogueRow[] = [
  ['Restored from a backup: check before sending.', 'שוחזר מגיבוי: יש לבדוק לפני השליחה.'],
]
