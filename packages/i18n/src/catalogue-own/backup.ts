import type { CatalogueRow } from '../catalogue-row.ts'

/** Faults of backups and their stores. */
export const backupOwnTexts: readonly CatalogueRow[] = [
  ['The backup store is full.', 'אחסון הגיבויים מלא.'],
  ['The backup store cannot be used ({0}).', 'אי אפשר להשתמש באחסון הגיבויים ({0}).'],
  ['The address of the backup store is not valid.', 'הכתובת של אחסון הגיבויים אינה תקינה.'],
  ['The bucket does not exist.', 'ה-Bucket אינו קיים.'],
  ['The backup store cannot be reached.', 'אין גישה לאחסון הגיבויים.'],
  ['The backup store refuses these keys.', 'אחסון הגיבויים דוחה את המפתחות האלה.'],
  [
    'The clocks of this machine and of the backup store differ too much.',
    'השעון של המחשב הזה והשעון של אחסון הגיבויים שונים מדי.',
  ],
  ['The backup store answered with an error ({0}).', 'אחסון הגיבויים השיב בשגיאה ({0}).'],
  ['The store did not give back what was written.', 'האחסון לא החזיר את מה שנכתב בו.'],
  ['The backups that were made before are not in this store.', 'הגיבויים הקודמים אינם באחסון הזה.'],
  ['There is no backup plan.', 'אין תוכנית גיבוי.'],
  ['This is not possible while the backup is {0}.', 'לא ניתן לבצע זאת כשהגיבוי במצב {0}.'],
  ['The backup is not what was stored.', 'הגיבוי שונה ממה שנשמר.'],
  ['The database cannot be read.', 'אי אפשר לקרוא את מסד הנתונים.'],
  ['There is no space left on the disk.', 'אין מקום פנוי בדיסק.'],
  ['Something went wrong while the backup was made.', 'אירעה תקלה במהלך הגיבוי.'],
  ['There is nothing left to save: the data of {0} are gone.', 'לא נותר מה לשמור: הנתונים של {0} אינם קיימים עוד.'],
  ['HQ ended while the backup was made.', 'HQ נסגר במהלך הגיבוי.'],
  ['HQ ended while a backup was made. It does not count.', 'HQ נסגר במהלך גיבוי. הגיבוי אינו תקף.'],
  ['HQ ended while a backup was made. It had been stored.', 'HQ נסגר במהלך גיבוי. הגיבוי כבר נשמר.'],
  ['HQ ended while a backup was proven. The proof begins again.', 'HQ נסגר במהלך בדיקת שחזור. הבדיקה מתחילה מחדש.'],
  ['pg_restore of version {0} or newer is needed.', 'נדרש pg_restore מגרסה {0} ומעלה.'],
  ['{0} ended with an error.', 'הפעולה {0} הסתיימה בשגיאה.'],
  ['Project UID', 'מזהה קבוע של הפרויקט'],
]
