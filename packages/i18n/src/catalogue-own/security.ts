import type { CatalogueRow } from '../catalogue-row.ts'

/** The security log, keys in mails, and retention. */
export const securityOwnTexts: readonly CatalogueRow[] = [
  // Security Event
  ['Security Event', 'אירוע אבטחה'],
  ['Account', 'חשבון'],
  ['Address', 'כתובת'],
  ['Agent', 'תוכנת הגישה'],
  ['Detail', 'פירוט'],
  ['Allowed', 'הותר'],
  ['Refused', 'נדחה'],
  ['Signed In', 'התחברות'],
  ['Sign-In Failed', 'התחברות נכשלה'],
  ['Locked', 'נעילה'],
  ['Signed Out', 'התנתקות'],
  ['Sessions Ended', 'התחברויות הופסקו'],
  ['Password Reset Asked', 'בקשה לאיפוס סיסמה'],
  ['Password Changed', 'הסיסמה שונתה'],
  ['Second Factor', 'אימות דו-שלבי'],
  ['Roles Changed', 'התפקידים שונו'],
  ['Rights Changed', 'ההרשאות שונו'],
  ['User Disabled', 'המשתמש הושבת'],
  ['Secret Revealed', 'סוד נחשף'],
  ['Origin Refused', 'מקור נדחה'],
  ['Request Refused', 'בקשה נדחתה'],
  ['Token Used', 'שימוש באסימון'],
  ['Token Refused', 'אסימון נדחה'],
  ['Export', 'ייצוא'],
  ['Key Rotated', 'מפתח הוחלף'],
  ['{0} more of them within a minute were left out.', 'עוד {0} כאלה בתוך דקה לא נרשמו.'],

  ['Way into project {0}', 'כניסה לפרויקט {0}'],
  ['{0} of {1} {2}', '{0} של {1} {2}'],

  // Keys in mails
  ['Password Link', 'קישור לבחירת סיסמה'],
  ['{0} cannot sign in, so there is no new link for them.', 'המשתמש {0} אינו יכול להתחבר, ולכן אין עבורו קישור חדש.'],
  [
    'The link in this mail no longer works. Retry sends it with a new one.',
    'הקישור שבאימייל הזה כבר אינו פעיל. ניסיון נוסף ישלח אותו עם קישור חדש.',
  ],

  // Retention
  ['Keeping', 'שמירת נתונים'],
  ['Email Days', 'ימים לשמירת אימייל שנשלח'],
  ['Session Days', 'ימים לשמירת התחברויות שהסתיימו'],
  ['Outbox Days', 'ימים לשמירת משלוחים שהושלמו'],
  ['Error Days', 'ימים לשמירת יומן השגיאות'],
  ['Webhook Days', 'ימים לשמירת יומן הקליטה'],
  ['Project Event Days', 'ימים לשמירת אירועי פרויקט'],
  ['Security Days', 'ימים לשמירת אירועי אבטחה'],
  ['History Days', 'ימים לשמירת היסטוריה'],
  ['Log Days', 'ימים לשמירת קובצי יומן'],
  ['Log Total (MB)', 'נפח כולל לקובצי יומן (MB)'],
  ['{0} must be 0 or between {1} and {2}', 'הערך בשדה {0} חייב להיות 0 או בין {1} ל-{2}'],

  // Invitations
  ['Copy invitation link', 'העתקת קישור ההזמנה'],
  ['Invitation Link', 'קישור הזמנה'],
  [
    'This link is shown only now. Give it to this person alone: it sets their password.',
    'הקישור מוצג עכשיו בלבד. יש למסור אותו לאדם הזה בלבד: באמצעותו נקבעת הסיסמה.',
  ],
  [
    'The mail is held: it leaves when this site may reach people again.',
    'האימייל מעוכב: הוא יישלח כשהאתר יורשה שוב לפנות לאנשים.',
  ],
  ['The mail did not leave: it is kept in a folder on the server.', 'האימייל לא נשלח: הוא נשמר בתיקייה בשרת.'],
  ['The mail waits: no mail account is set up for sending.', 'האימייל ממתין: לא הוגדר חשבון אימייל לשליחה.'],
  [
    'An invitation link is only for people who have not chosen a password yet.',
    'קישור הזמנה מיועד רק לאנשים שעדיין לא בחרו סיסמה.',
  ],
]
