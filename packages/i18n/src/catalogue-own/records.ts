import type { CatalogueRow } from '../catalogue-row.ts'

/** Values, lists, records, files. */
export const recordsOwnTexts: readonly CatalogueRow[] = [
  // Values and records
  [
    '{0} is not a known part of a naming pattern. Known parts: {1}',
    '{0} אינו חלק מוכר בתבנית מזהים. החלקים המוכרים: {1}',
  ],
  ['{0} is not a valid ID', '{0} אינו מזהה תקין'],
  ['{0} can hold at most {1} rows', 'השדה {0} יכול להכיל עד {1} שורות'],
  ['{0} is not a valid phone number', '{0} אינו מספר טלפון תקין'],
  ['{0} is not a valid web address', '{0} אינה כתובת אינטרנט תקינה'],
  ['{0} is nested too deeply (maximum {1} levels)', 'התוכן בשדה {0} מקונן עמוק מדי (עד {1} רמות)'],
  ['{0} must be an uploaded file or a web address', 'בשדה {0} יש לציין קובץ שהועלה או כתובת אינטרנט'],
  ['The number in {0} is too large', 'המספר בשדה {0} גדול מדי'],
  ['The value for {0} is not valid', 'הערך בשדה {0} אינו תקין'],
  ['A row of {0} belongs to another record', 'שורה בשדה {0} שייכת לרשומה אחרת'],
  ['{0} must be a list of 1 to {1} items', '{0} חייב להיות רשימה של 1 עד {1} פריטים'],
  ['{0} {1} appears more than once', 'הרשומה {1} ({0}) מופיעה יותר מפעם אחת'],
  ['{0} is not a valid time zone', '{0} אינו אזור זמן תקין'],
  ['{0} must be between {1} and {2}', 'הערך בשדה {0} חייב להיות בין {1} ל-{2}'],
  // Beside the number, above a list.
  ['{0, plural, one {Record} other {Records}}', '{0, plural, one {רשומה} other {רשומות}}'],
  // Stars of a rating: '3 of 5'; room on a disk.
  ['{0} of {1}', '{0} מתוך {1}'],
  ['{0} must be a color such as #1f6feb', 'השדה {0} חייב להכיל צבע, כגון \u2068#1f6feb\u2069'],
  ['Row {0} of {1}', 'שורה {0} מתוך {1}'],
  ['Calendar', 'לוח שנה'],
  ['{0} needs a field in Options that names the entity', 'בשדה {0} יש לציין באפשרויות שדה שמכיל את שם הישות'],

  // Files
  ['The disk is full.', 'הדיסק מלא.'],
  ['The disk of the database is full.', 'הדיסק של מסד הנתונים מלא.'],
  ['The database cannot be reached.', 'אין גישה למסד הנתונים.'],
  ['The database did not answer in time.', 'מסד הנתונים לא השיב בזמן.'],
  [
    'Too many uploads at once. Wait until one of them has ended.',
    'יותר מדי העלאות בבת אחת. יש להמתין עד שאחת מהן תסתיים.',
  ],
  [
    'You have too many unfinished uploads. Cancel some of them, or try again tomorrow.',
    'יש לך יותר מדי העלאות שלא הסתיימו. אפשר לבטל חלק מהן, או לנסות שוב מחר.',
  ],
  [
    'This site has too many unfinished uploads. Try again later.',
    'באתר הזה יש יותר מדי העלאות שלא הסתיימו. אפשר לנסות שוב מאוחר יותר.',
  ],
  ['This file is damaged.', 'הקובץ פגום.'],
  ['Damaged', 'פגום'],
  ['The file data does not match its announced size.', 'תוכן הקובץ אינו תואם את הגודל שהוצהר.'],
  ['The upload continues at byte {0}.', 'ההעלאה ממשיכה מבית {0}.'],

  // Service
  ['The service is not available at the moment. Try again shortly.', 'השירות אינו זמין כרגע. כדאי לנסות שוב בעוד רגע.'],
  ['At most {0} subscriptions are possible at once.', 'אפשר לעקוב אחרי {0} רשומות ורשימות לכל היותר בו-זמנית.'],

  // Lists
  ['Select', 'בחירה'],
  ['No more than {0} records can be selected.', 'אפשר לבחור עד {0} רשומות.'],
  ['Records {0} to {1} of {2}', 'רשומות {0} עד {1} מתוך {2}'],

  // Records: tabs, rename, leaving
  ['No files yet', 'עדיין אין קבצים'],
  ['No changes yet', 'עדיין לא היו שינויים'],
  ['Less', 'פחות'],
  ['The field {0} shows this file.', 'הקובץ הזה מוצג בשדה {0}.'],
  ['row added', 'נוספה שורה'],
  ['row removed', 'הוסרה שורה'],
  ['row changed', 'שונתה שורה'],
  ['changed to', 'שונה ל'],
  ['Discard changes', 'ויתור על השינויים'],
  ['Keep editing', 'המשך עריכה'],
  ['Keep for Later', 'שמירה להמשך'],
  ['Unsaved changes', 'שינויים שלא נשמרו'],
  ['You have unsaved changes from {0}.', 'יש שינויים שלא נשמרו מ-{0}.'],
  ['Continue', 'המשך'],
  ['Discard', 'ויתור'],
  ['This browser cannot keep drafts.', 'הדפדפן הזה אינו שומר טיוטות.'],
  ['You are editing this record in another tab.', 'הרשומה הזו כבר בעריכה בכרטיסייה אחרת.'],
  ['Not restored: {0}', 'לא שוחזרו: {0}'],
  ['Sign in to continue', 'יש להתחבר כדי להמשיך'],
  ['Sign in as somebody else', 'התחברות עם חשבון אחר'],
  ['Unsaved drafts: {0}. Changes not sent yet: {1}.', 'טיוטות שלא נשמרו: {0}. שינויים שטרם נשלחו: {1}.'],
  ['Edit Here', 'עריכה כאן'],
  ['Files are still being uploaded.', 'ההעלאה של הקבצים עדיין לא הסתיימה.'],
  ['Stop the upload', 'הפסקת ההעלאה'],
  ['Keep uploading', 'המשך ההעלאה'],
  // Reasons why a record cannot be deleted
  [
    '{0} {1} cannot be deleted because {2} {3} and {4} more use it.',
    'אי אפשר למחוק את {1} ({0}) כי הרשומה {3} ({2}) ועוד {4} משתמשות בה.',
  ],
  [
    '{0} {1} cannot be deleted because other records use it ({2}).',
    'אי אפשר למחוק את {1} ({0}) כי רשומות אחרות משתמשות בה ({2}).',
  ],
  ['Nothing was changed', 'לא בוצע שינוי'],
  // History
  ['This field cannot be restored anymore', 'אי אפשר עוד לשחזר את השדה הזה'],
  ['Restore This Version', 'שחזור הגרסה הזו'],
  ['Show the record as it was', 'הצגת הרשומה כפי שהייתה'],
  ['Compare', 'השוואה'],
  ['As it was at {0}', 'המצב ב-{0}'],
  ['Choose two versions to compare.', 'יש לבחור שתי גרסאות להשוואה.'],
  ['No differences', 'אין הבדלים'],
  ['{0} is read-only', 'השדה {0} הוא לקריאה בלבד'],
  ['{0} is not a field of this record anymore', 'השדה {0} כבר אינו שדה ברשומה הזו'],
  [
    '{0} has another type now, which cannot hold the former value',
    'סוג השדה {0} השתנה, והוא אינו יכול להכיל את הערך הקודם',
  ],
  ['A password cannot be set back.', 'אי אפשר לשחזר סיסמה קודמת.'],
  // Two people in one record
  ['Saved together with changes by {0}: {1}', 'נשמר יחד עם שינויים של {0}: {1}'],
  ['Both of you changed this', 'יש שינויים מתנגשים'],
  ['Original', 'הערך המקורי'],
  ['Saved by {0}', 'נשמר על ידי {0}'],
  ['Mine', 'השינוי שלי'],
  ['Changed by {0}', 'עודכן על ידי {0}'],
  ['{0} saved {1} here.', 'ערך שנשמר כאן על ידי {0}: {1}'],
  ['Your changes are kept.', 'השינויים שלך לא אבדו.'],
  ['Take This', 'בחירה בערך הזה'],
  ['Keep Mine', 'השארת הערך שלי'],
  ['Keep All of Mine', 'השארת כל השינויים שלי'],
  ['Take All of {0}', 'קבלת כל השינויים של {0}'],
  ['Restore and Save', 'שחזור ושמירה'],
  ['Another Value', 'ערך אחר'],
  ['Choose one of these', 'יש לבחור אחת מהאפשרויות'],
  ['Row {n}', 'שורה {n}'],
  ['Merged, nothing to choose: {0}', 'מוזגו ללא צורך בבחירה: {0}'],
  ['One of {0} records', 'אחת מ-{0} רשומות'],
  ['The history of this record begins at {0}.', 'ההיסטוריה של הרשומה מתחילה ב-{0}.'],
]
