import type { CatalogueRow } from '../catalogue-row.ts'

/** Records from spreadsheets. */
export const importOwnTexts: readonly CatalogueRow[] = [
  ['This file is not a table that can be read.', 'לא ניתן לקרוא את הקובץ כטבלה.'],
  ['Row {0} is too long, or a quotation mark in it is never closed.', 'שורה {0} ארוכה מדי, או שמירכאות בה לא נסגרו.'],
  ['The file has no rows.', 'בקובץ אין שורות.'],
  ['The file is too large to be read.', 'הקובץ גדול מכדי לקרוא אותו.'],
  ['The file has too many rows. At most {0} can be imported.', 'בקובץ יותר מדי שורות. אפשר לייבא עד {0}.'],
  ['The file has too many columns. At most {0} can be imported.', 'בקובץ יותר מדי עמודות. אפשר לייבא עד {0}.'],
  ['Column {0} appears twice.', 'העמודה {0} מופיעה פעמיים.'],
  ['Choose the column of {0}.', 'נא לבחור את העמודה של {0}.'],
  ['{0} is not a number', '{0} אינו מספר'],
  [
    '{0} can be read as two numbers. Choose the decimal sign.',
    'אפשר לקרוא את {0} כשני מספרים. נא לבחור את הסימן העשרוני.',
  ],
  [
    '{0} can be read as two dates. Choose the date format.',
    'אפשר לקרוא את {0} כשני תאריכים. נא לבחור את תבנית התאריך.',
  ],
  ['{0} is not a field of {1}', '{0} אינו שדה של {1}'],
  ['Several records are called {0}.', 'יש כמה רשומות בשם {0}.'],
  ['Records of {0} cannot be imported.', 'אי אפשר לייבא רשומות של {0}.'],
  ['The import has already started.', 'הייבוא כבר התחיל.'],
  ['This import is no longer kept. Begin it again.', 'הייבוא הזה כבר לא שמור. יש להתחיל אותו מחדש.'],
  ['Allowed Values', 'ערכים אפשריים'],
  ['Import of {0}', 'ייבוא של {0}'],
  ['Import of {0}: dry run', 'ייבוא של {0}: הרצת ניסיון'],
]
