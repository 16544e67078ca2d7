import type { CatalogueRow } from '../catalogue.ts'

/** The security log, keys in mails, and how long things are kept. */
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
]
