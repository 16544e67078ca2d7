import type { CatalogueRow } from '../catalogue-row.ts'

/** The trash and what comes back from it. */
export const trashOwnTexts: readonly CatalogueRow[] = [
  ['Trash Item', 'פריט בסל המיחזור'],
  ['Restore All', 'שחזור הכול'],
  ['Trash', 'סל המיחזור'],
  ['The trash is empty', 'סל המיחזור ריק'],
  ['{0} was restored.', 'הרשומה {0} שוחזרה.'],
  ['Deleted By', 'נמחק על ידי'],
  ['Deleted At', 'נמחק בתאריך'],
  ['Purge At', 'יימחק לצמיתות בתאריך'],
  ['Record Owner', 'בעלים של הרשומה'],
  ['Communications', 'תקשורת'],
  [
    '{0} no longer exists. This record can be restored once that entity is.',
    'הישות {0} אינה קיימת עוד. אפשר לשחזר רשומה זו אחרי שחזור הישות.',
  ],
  ['{0} was moved to the trash.', 'הרשומה {0} הועברה לסל המיחזור.'],
  ['This cannot be undone.', 'אי אפשר לבטל את הפעולה הזו.'],
  ['It can be restored from the trash for {0} days.', 'אפשר לשחזר מסל המיחזור במשך {0} ימים.'],
  ['Delete for Ever', 'מחיקה לצמיתות'],
  ['Empty Trash', 'ריקון סל המיחזור'],
  ['Items to delete for ever: {0}', 'פריטים למחיקה לצמיתות: {0}'],
  ['Items deleted for ever: {0}', 'פריטים שנמחקו לצמיתות: {0}'],
  ['{0} has another definition now.', 'הגדרת השדה {0} השתנתה.'],
]
