import type { CatalogueRow } from '../catalogue-row.ts'

/** Records as files. */
export const exportOwnTexts: readonly CatalogueRow[] = [
  ['Export is for managers only.', 'הייצוא מיועד למנהלים בלבד.'],
  ['Export of {0}', 'ייצוא: {0}'],
  ['{0}: {1} records, {2}', '{0}: {1} רשומות, {2}'],
  ['Allow Export', 'מי רשאי לייצא'],
  ['Who may save records to a file.', 'מי רשאי לשמור רשומות בקובץ.'],
  ['Managers', 'מנהלים'],
]
