import type { CatalogueRow } from '../catalogue-row.ts'

/** The layout Table of a list. */
export const tableOwnTexts: readonly CatalogueRow[] = [
  ['Pin', 'הצמדה'],
  ['Number', 'מספר'],
  ['Column', 'עמודה'],
  ['Unpin', 'ביטול ההצמדה'],
  ['Hide', 'הסתרה'],
  ['Sum', 'סכום'],
  ['Average', 'ממוצע'],
  ['Minimum', 'מינימום'],
  ['Maximum', 'מקסימום'],
  ['No figure', 'ללא נתון'],
  ['{0}: column {1} of {2}', '{0}: עמודה {1} מתוך {2}'],
  ['{0} cannot be changed here.', 'אי אפשר לשנות כאן את {0}.'],
  ['Cells copied: {0}', 'תאים שהועתקו: {0}'],
  ['At most {0} cells can be pasted at once.', 'אפשר להדביק עד {0} תאים בבת אחת.'],
  ['Saved: {0} of {1} records', 'נשמרו: {0} מתוך {1} רשומות'],
  ['Not saved: {0}', 'לא נשמרו: {0}'],
  ['Cells that were not saved: {0}. They stay marked in the table.', 'תאים שלא נשמרו: {0}. הם נשארים מסומנים בטבלה.'],
  ['Hidden Columns', 'עמודות מוסתרות'],
  ['Rows without a record were left out: {0}', 'שורות ללא רשומה שלא הודבקו: {0}'],
]
