import type { CatalogueRow } from '../catalogue-row.ts'

/** Projects and records that come back out of a backup, or out of the trash of projects. */
export const restoreOwnTexts: readonly CatalogueRow[] = [
  ['Restored from a backup: check before sending.', 'שוחזר מגיבוי: יש לבדוק לפני השליחה.'],
  ['This project is not in the trash any more.', 'הפרויקט הזה כבר לא נמצא בסל המיחזור.'],
  [
    'The record of this project is not kept. Its data are in {0}.',
    'הרשומה של הפרויקט הזה לא נשמרה. הנתונים שלו נמצאים ב-{0}.',
  ],
  ['The project was brought back from the trash.', 'הפרויקט הוחזר מסל המיחזור.'],
]
