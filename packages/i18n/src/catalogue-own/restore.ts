import type { CatalogueRow } from '../catalogue-row.ts'

/** Projects and records that come back out of a backup, or out of the trash of projects. */
export const restoreOwnTexts: readonly CatalogueRow[] = [
  ['Restored from a backup: check before sending.', 'שוחזר מגיבוי: יש לבדוק לפני השליחה.'],
]
