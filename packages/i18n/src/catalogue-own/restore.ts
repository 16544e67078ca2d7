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
  ['The project is being restored from backup {0}.', 'הפרויקט משוחזר מגיבוי {0}.'],
  ['The project is restored from backup {0}.', 'הפרויקט שוחזר מגיבוי {0}.'],
  ['The store has no backup of this project.', 'באחסון אין גיבוי של הפרויקט הזה.'],
  ['The folder {0} is there already.', 'התיקייה {0} כבר קיימת.'],
  ['The project could not be restored and is as it was before.', 'לא ניתן היה לשחזר את הפרויקט, והוא כפי שהיה.'],
  [
    'HQ ended while the project was restored. The restore is finished now.',
    'HQ נעצר בזמן שחזור הפרויקט. השחזור הושלם כעת.',
  ],
  [
    'HQ ended while the project was restored. The project is as it was before.',
    'HQ נעצר בזמן שחזור הפרויקט. הפרויקט כפי שהיה.',
  ],
  ['This backup is not in its store any more, or cannot be read.', 'הגיבוי הזה כבר לא נמצא באחסון שלו, או שאינו קריא.'],
  [
    'HQ ended while records were brought back. Those that are back can be undone at the project.',
    'HQ נעצר בזמן החזרת רשומות. את מה שכבר הוחזר אפשר לבטל בפרויקט.',
  ],
  ['Two backups are open already.', 'שני גיבויים כבר פתוחים.'],
  ['This backup is not open.', 'הגיבוי הזה אינו פתוח.'],
  ['Records of {0} cannot be brought back.', 'אי אפשר להחזיר רשומות מסוג {0}.'],
  ['At most {0} records can be brought back at once.', 'אפשר להחזיר עד {0} רשומות בבת אחת.'],
]
