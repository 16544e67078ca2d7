import type { CatalogueRow } from '../catalogue-row.ts'

/** Records as files. */
export const exportOwnTexts: readonly CatalogueRow[] = [
  ['Export is for managers only.', 'הייצוא מיועד למנהלים בלבד.'],
  ['Export of {0}', 'ייצוא: {0}'],
  ['{0}: {1} records, {2}', '{0}: {1} רשומות, {2}'],
  ['Allow Export', 'מי רשאי לייצא'],
  ['Who may save records to a file.', 'מי רשאי לשמור רשומות בקובץ.'],
  ['Managers', 'מנהלים'],
  ['Format', 'פורמט'],
  ['All Fields', 'כל השדות'],
  ['All Records', 'כל הרשומות'],
  ['As in the list: {0}', 'כמו ברשימה: {0}'],
  ['With the ID', 'כולל המזהה'],
  ['With rows of tables', 'כולל שורות של טבלאות'],
  ['Excel workbook', 'חוברת Excel'],
  ['CSV text', 'קובץ CSV'],
  ['JSON lines', 'שורות JSON'],
  ['Cancel Export', 'ביטול הייצוא'],
  [
    'You can close this window. The file stays with its job for a day.',
    'אפשר לסגור את החלון. הקובץ יישמר במשימה ליממה.',
  ],
  ['The file is ready.', 'הקובץ מוכן.'],
]
