import type { CatalogueRow } from '../catalogue-row.ts'

/** Copies of projects to try things on. */
export const cloneOwnTexts: readonly CatalogueRow[] = [
  ['A backup of {0} is being taken.', 'מתבצע גיבוי של {0}.'],
  ['The backup is read back.', 'הגיבוי נקרא חזרה.'],
  ['Personal data is being masked.', 'המידע האישי עובר מיסוך.'],
  ['Accounts and messages are being cleared.', 'חשבונות והודעות מנוקים.'],
  ['The data of the clone is in its place.', 'הנתונים של השכפול במקומם.'],
  ['The clone {0} was not made.', 'השכפול {0} לא נוצר.'],
  ['No backup of {0} could be taken.', 'אי אפשר היה לבצע גיבוי של {0}.'],
  ['HQ ended while the clone was made. It is finished now.', 'HQ נסגר במהלך השכפול. השכפול הושלם עכשיו.'],
  ['HQ ended while the clone {0} was made. It was taken back.', 'HQ נסגר במהלך השכפול {0}. השכפול בוטל.'],
]
