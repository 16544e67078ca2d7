import type { CatalogueRow } from '../catalogue-row.ts'

/** Copies of projects to try things on. */
export const cloneOwnTexts: readonly CatalogueRow[] = [
  ['A backup of {0} is being taken.', 'מתבצע גיבוי של {0}.'],
  ['The backup is read back.', 'הגיבוי נקרא חזרה.'],
  ['Personal data is being masked.', 'המידע האישי עובר מיסוך.'],
  [
    '{0} does not run, so the fields are masked that were personal when the backup was made.',
    '{0} לא פועל, ולכן ימוסכו השדות שהיו אישיים בעת הגיבוי.',
  ],
  ['Accounts and messages are being cleared.', 'חשבונות והודעות מנוקים.'],
  ['The data of the clone is in its place.', 'הנתונים של השכפול במקומם.'],
  ['The clone {0} was not made.', 'השכפול {0} לא נוצר.'],
  ['No backup of {0} could be taken.', 'אי אפשר היה לבצע גיבוי של {0}.'],
  ['Only a clone that is Staging can be refreshed.', 'אפשר לרענן רק שכפול שסביבתו טרום־ייצור.'],
  ['The clone is being refreshed from {0}.', 'השכפול מתרענן מתוך {0}.'],
  ['The clone is refreshed from {0}.', 'השכפול רוענן מתוך {0}.'],
  ['The clone could not be refreshed and is as it was before.', 'לא ניתן היה לרענן את השכפול, והוא כפי שהיה.'],
  ['HQ ended while the clone was refreshed. It is finished now.', 'HQ נסגר במהלך רענון השכפול. הרענון הושלם עכשיו.'],
  ['HQ ended while the clone was refreshed. It is as it was before.', 'HQ נסגר במהלך רענון השכפול. השכפול כפי שהיה.'],
  [
    'HQ ended while a promotion was rehearsed. It can be rehearsed again.',
    'HQ נסגר במהלך הרצת ניסיון של העברת שינויים. אפשר להריץ שוב.',
  ],
  ['Replace the data of {0} by those of {1}?', 'להחליף את הנתונים של {0} באלה של {1}?'],
  ['A safety copy is taken first.', 'תחילה נוצר עותק ביטחון.'],
  ['HQ ended while the clone was made. It is finished now.', 'HQ נסגר במהלך השכפול. השכפול הושלם עכשיו.'],
  ['HQ ended while the clone {0} was made. It was taken back.', 'HQ נסגר במהלך השכפול {0}. השכפול בוטל.'],
]
