import type { CatalogueRow } from '../catalogue-row.ts'

/** The conversation beside a record, and its settings in the console. */
export const conversationOwnTexts: readonly CatalogueRow[] = [
  // The conversation beside a record
  ['Reply to All', 'תשובה לכולם'],
  ['{0} is writing an answer', 'תשובה נכתבת כעת על ידי {0}'],
  ['Quoted text', 'טקסט מצוטט'],
  ['Pictures from elsewhere are not loaded.', 'תמונות ממקור חיצוני אינן נטענות.'],
  ['Show pictures', 'הצגת התמונות'],
  ['Draft discarded', 'הטיוטה נמחקה'],
  ['There is no approved template yet.', 'אין עדיין תבנית מאושרת.'],
  ['Link to Record', 'קישור לרשומה'],
  ['Record', 'רשומה'],
  ['Discard draft', 'מחיקת הטיוטה'],

  // Mail, WhatsApp and Google in the console
  ['Accounts', 'חשבונות'],
  ['Outgoing Mail', 'דואר יוצא'],
  ['Test Connection', 'בדיקת החיבור'],
  ['Fetch Now', 'קבלת דואר עכשיו'],
  ['Send Test Email', 'שליחת אימייל לבדיקה'],
  ['New Hook Token', 'אסימון קליטה חדש'],
  ['Hook Address', 'כתובת הקליטה'],
  ['Sending works.', 'השליחה עובדת.'],
  ['Fetching works.', 'הקבלה עובדת.'],
  ['No new mail.', 'אין דואר חדש.'],
  ['Messages fetched: {0}', 'הודעות שהתקבלו: {0}'],
  ['The test mail to {0} is in line. See Outgoing Mail.', 'הודעת הבדיקה אל {0} ממתינה לשליחה. ראו ״דואר יוצא״.'],
  ['Make a new token? The one in use stops working at once.', 'ליצור אסימון חדש? האסימון הנוכחי יפסיק לפעול מיד.'],
  [
    'This token is shown only now. Copy it to where it is needed.',
    'האסימון מוצג רק עכשיו. יש להעתיק אותו למקום שבו הוא נדרש.',
  ],
  ['Cancel Sending', 'ביטול השליחה'],
  ['The mail is in line again.', 'ההודעה ממתינה שוב לשליחה.'],
  ['The mail was called back.', 'שליחת ההודעה בוטלה.'],
  ['Mails that could not be sent: {0}', 'הודעות שלא ניתן היה לשלוח: {0}'],
  ['Show', 'הצגה'],
  [
    'Nothing leaves: this site may not reach people. Mail and messages wait until System Settings allow it.',
    'דבר אינו יוצא: האתר אינו רשאי לפנות לאנשים. דואר והודעות ממתינים עד שהגדרות המערכת יאפשרו זאת.',
  ],
  ['The connection works.', 'החיבור עובד.'],
  ['Templates: {0} new, {1} updated', 'תבניות: {0} חדשות, {1} עודכנו'],
  ['Sync Templates', 'סנכרון תבניות'],
  ['New Verify Token', 'אסימון אימות חדש'],
  ['The message is in line again.', 'ההודעה ממתינה שוב לשליחה.'],
  ['The message was called back.', 'שליחת ההודעה בוטלה.'],
  ['Resend', 'שליחה חוזרת'],
  ['Submit for Approval', 'הגשה לאישור'],
  ['Sync', 'סנכרון'],
  ['Reconnect', 'חיבור מחדש'],
  [
    'HQ runs version {0}. Restart the project to bring it to the same.',
    'HQ בגרסה {0}. הפעלה מחדש של הפרויקט תביא אותו לאותה גרסה.',
  ],
  ['Revoke Access', 'ביטול הגישה'],
  ['Access was revoked.', 'הגישה בוטלה.'],
  ['Revoke the access to {0}? Mail by this account stops.', 'לבטל את הגישה אל {0}? הדואר דרך החשבון הזה ייפסק.'],

  // Reasons why a project reaches nobody by mail
  [
    'Mail does not reach people: it is kept in a folder on the server.',
    'הדואר אינו מגיע לאנשים: הוא נשמר בתיקייה בשרת.',
  ],
  [
    'Mail does not reach people: it is kept in a folder on the server until an account sends by default.',
    'הדואר אינו מגיע לאנשים: הוא נשמר בתיקייה בשרת עד שיוגדר חשבון ברירת מחדל ליוצא.',
  ],
]
