import type { CatalogueRow } from '../catalogue-row.ts'

/** Notes, assignments, reminders, followers and notifications. */
export const workOwnTexts: readonly CatalogueRow[] = [
  // Notes
  ['Note', 'הערה'],
  ['Mentions', 'אזכורים'],
  ['Edited At', 'נערך בתאריך'],

  // Assignments and followers
  ['Assignment', 'הקצאה'],
  ['Done At', 'הושלם בתאריך'],
  ['Answer', 'תשובה'],
  ['{0} cannot see this record.', 'אין ל-{0} הרשאת צפייה ברשומה הזו.'],
  ['This is already assigned to {0}.', 'הרשומה כבר הוקצתה ל-{0}.'],
  ['Follower', 'מעקב'],
  ['Muted', 'מושתק'],
  // Reminders and notifications
  ['Reminder', 'תזכורת'],
  ['Remind At', 'מועד התזכורת'],
  ['Notification', 'התראה'],
  ['Notifications', 'התראות'],
  ['Actor', 'בוצע על ידי'],
  ['Count', 'כמות'],
  ['Later Until', 'נדחה עד'],
  ['Mention', 'אזכור'],
  ['Assigned', 'הקצאה'],
  ['Assignment Done', 'הקצאה שבוצעה'],
  ['Followed', 'במעקב'],
  ['Not Delivered', 'לא נמסר'],
  ['Unread', 'לא נקרא'],
  ['Later', 'אחר כך'],
  ['Muted Kinds', 'סוגי התראות מושתקים'],
  ['Digest', 'סיכום באימייל'],
  ['Digest Hour', 'שעת הסיכום'],
  ['Off', 'כבוי'],
  ['Daily', 'יומי'],
  ['Weekly', 'שבועי'],
  ['{0} mentioned you', 'אוזכרת על ידי {0}'],
  ['{0} assigned this to you', 'הוקצה לך על ידי {0}'],
  ['{0} finished: {1}', 'הושלם על ידי {0}: {1}'],
  ['New message from {0}', 'הודעה חדשה מאת {0}'],
  ['{0} changed this record', 'הרשומה עודכנה על ידי {0}'],
  ['A message was not delivered.', 'יש הודעה שלא נמסרה.'],
  ['{0} records you follow were changed', 'עודכנו {0} רשומות שבמעקב שלך'],
  ['There are too many already (maximum {0}).', 'הגעת למספר המרבי ({0}).'],
]
