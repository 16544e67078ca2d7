import type { CatalogueRow } from '../catalogue-row.ts'

/** Faults of backup stores. */
export const backupOwnTexts: readonly CatalogueRow[] = [
  ['The backup store is full.', 'אחסון הגיבויים מלא.'],
  ['The backup store cannot be used ({0}).', 'אי אפשר להשתמש באחסון הגיבויים ({0}).'],
  ['The address of the backup store is not valid.', 'הכתובת של אחסון הגיבויים אינה תקינה.'],
  ['The bucket does not exist.', 'ה-Bucket אינו קיים.'],
  ['The backup store cannot be reached.', 'אין גישה לאחסון הגיבויים.'],
  ['The backup store refuses these keys.', 'אחסון הגיבויים דוחה את המפתחות האלה.'],
  ['The backup store answered with an error ({0}).', 'אחסון הגיבויים השיב בשגיאה ({0}).'],
]
