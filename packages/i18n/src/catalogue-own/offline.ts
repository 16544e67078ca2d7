import type { CatalogueRow } from '../catalogue-row.ts'

/** Work without a network: copies for reading, changes that wait, the installed app. */
export const offlineOwnTexts: readonly CatalogueRow[] = [
  ['A new version is ready.', 'גרסה חדשה מוכנה.'],
  ['Offline. As of {0}.', 'אין חיבור. הנתונים נכונים ל-{0}.'],
  ['Waiting to be sent', 'ממתין לשליחה'],
  ['Changes waiting to be sent: {0}', 'שינויים שממתינים לשליחה: {0}'],
  ['Changes that could not be sent: {0}', 'שינויים שלא ניתן היה לשלוח: {0}'],
  ['This change could not be sent: {0}', 'אי אפשר היה לשלוח את השינוי: {0}'],
  ['Changes sent: {0}', 'שינויים שנשלחו: {0}'],
  ['Changes that could not be sent and are no longer kept: {0}', 'שינויים שלא נשלחו ואינם נשמרים עוד: {0}'],
  ['Kept until {0}', 'נשמר עד {0}'],
  ['Waiting to be taken back', 'ממתין לביטול'],
  ['This change could not be taken back: {0}', 'אי אפשר היה לבטל את השינוי: {0}'],
  ['The server keeps no history of this.', 'השרת אינו שומר היסטוריה של הרשומה הזו.'],
  ['It waited for more than 23 hours.', 'השינוי המתין יותר מ-23 שעות.'],
  ['This needs a connection.', 'לפעולה הזו נדרש חיבור.'],
  ['Records: {0}', 'רשומות: {0}'],
  ['Take Back', 'ביטול השליחה'],
  ['Open', 'פתיחה', 'action'],
]
