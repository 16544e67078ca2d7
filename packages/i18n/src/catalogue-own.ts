import type { CatalogueRow } from './catalogue.ts'

/**
 * Our own texts beyond those that the contract fixes. Whoever adds a text to the product appends its row here, as
 * `['English', 'Hebrew']` or, where one English text has two meanings, `['English', 'Hebrew', 'context']`; a test
 * fails on any text of the product that stands in neither list. Keep placeholders (`{0}`, `{name}`) as they are.
 */
export const ownTexts: readonly CatalogueRow[] = [
  // Values and records
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
  ['Row {0} of {1}', 'שורה {0} מתוך {1}'],

  ['Calendar', 'לוח שנה'],

  ['{0} needs a field in Options that names the entity', 'בשדה {0} יש לציין באפשרויות שדה שמכיל את שם הישות'],

  // Frame
  ['Main menu', 'תפריט ראשי'],
  ['Skip to content', 'דילוג לתוכן'],
  ['Back', 'חזרה'],
  ['No connection', 'אין חיבור'],
  ['Connecting…', 'מתחבר…'],
  ['Filters', 'סינון'],
  ['Keyboard shortcuts', 'קיצורי מקלדת'],
  ['Hello, {0}', 'שלום, {0}'],
  ['There is nothing here for you yet.', 'עדיין אין כאן משהו בשבילך.'],
  ['Correct translations', 'תיקון תרגומים'],
  ['Texts on this screen', 'הטקסטים במסך הזה'],
  [
    'Click a text to correct its translation. Escape ends it.',
    'לחיצה על טקסט פותחת את תיקון התרגום שלו. מקש Escape מסיים.',
  ],

  // People
  ['{0} cannot be disabled', 'אי אפשר להשבית את {0}'],
  ['The role {0} cannot be given', 'אי אפשר להעניק את התפקיד {0}'],
  ['Hello {0},', 'שלום {0},'],
  ['Open this link to choose a new password:', 'לבחירת סיסמה חדשה יש לפתוח את הקישור:'],
  ['Open this link to choose your password:', 'לבחירת סיסמה יש לפתוח את הקישור:'],
  ['The link works once and expires after {0} minutes.', 'הקישור חד-פעמי ותוקפו פג כעבור {0} דקות.'],
  ['The link works once and expires after {0} days.', 'הקישור חד-פעמי ותוקפו פג כעבור {0} ימים.'],
  ['If you did not ask for this, you can ignore this email.', 'אם לא ביקשת זאת, אפשר להתעלם מהאימייל הזה.'],
  ['If you did not expect this, you can ignore this email.', 'אם לא ציפית להודעה הזו, אפשר להתעלם מהאימייל הזה.'],

  // Files
  ['There is no space left for files on this server.', 'לא נותר בשרת מקום לקבצים.'],
  ['The file data does not match its announced size.', 'תוכן הקובץ אינו תואם את הגודל שהוצהר.'],
  ['The upload continues at byte {0}.', 'ההעלאה ממשיכה מבית {0}.'],

  // Service
  ['The service is not available at the moment. Try again shortly.', 'השירות אינו זמין כרגע. כדאי לנסות שוב בעוד רגע.'],
  ['At most {0} subscriptions are possible at once.', 'אפשר לעקוב אחרי {0} רשומות ורשימות לכל היותר בו-זמנית.'],

  // Projects and servers in the console
  ['This project is not running.', 'הפרויקט הזה אינו פועל.'],
  ['Start it to sign in to its server.', 'כדי להתחבר לשרת שלו יש להפעיל אותו.'],
  ['The server of this project cannot be reached.', 'אין תקשורת עם השרת של הפרויקט הזה.'],
  ['Show Administrator Password', 'הצגת סיסמת המנהל הראשי'],
  ['Administrator Password', 'סיסמת המנהל הראשי'],
  ['Copy', 'העתקה'],
  ['Copied', 'הועתק'],
  ['The browser does not allow copying here.', 'הדפדפן אינו מאפשר העתקה כאן.'],
  ['Nothing has happened yet.', 'עדיין לא קרה כאן דבר.'],
  ['Known while the project is running.', 'הנתונים ידועים כשהפרויקט פועל.'],
  ['Healthy', 'תקין'],
  ['Not answering', 'אינו מגיב'],
  ['Response Time', 'זמן תגובה'],
  ['{0} ms', '{0} אלפיות שנייה'],
  ['Entities', 'ישויות'],
  ['Open Communications', 'תקשורת פתוחה'],
  ['Queued Emails', 'אימיילים בתור'],
  ['Database', 'מסד נתונים'],
  ['Open Project', 'פתיחת הפרויקט'],
  ['No project runs on this server.', 'אין פרויקטים בשרת הזה.'],
  ['Select a log file', 'יש לבחור קובץ יומן'],
  ['No log files yet', 'עדיין אין קובצי יומן'],
  ['Download', 'הורדה'],
  ['This file is empty.', 'הקובץ הזה ריק.'],
  ['Automatic Restart', 'הפעלה מחדש אוטומטית'],
  ['Are you sure you want to restart {id}?', 'האם להפעיל מחדש את {id}?'],
  ['This project has no server yet.', 'לפרויקט הזה עדיין אין שרת.'],
  ['The server of this project is coming up.', 'השרת של הפרויקט הזה בתהליך הפעלה.'],
  ['The server of this project could not be started.', 'הפעלת השרת של הפרויקט הזה נכשלה.'],
  ['This project is being removed.', 'הפרויקט הזה נמחק כעת.'],
  [
    'Small letters, digits and hyphens. Left empty, it is made from the name.',
    'אותיות קטנות באנגלית, ספרות ומקפים. אם השדה ריק, המזהה נגזר מהשם.',
  ],

  // Hosted projects
  ['There is no space left on the server.', 'לא נותר מקום פנוי בשרת.'],
  ['The data folder of the project is missing.', 'תיקיית הנתונים של הפרויקט חסרה.'],
  ['The data folder cannot be written ({0}).', 'אי אפשר לכתוב לתיקיית הנתונים ({0}).'],
  ['Port {0} is in use by another program.', 'הפורט {0} תפוס על ידי תוכנה אחרת.'],
  ['The server has no free port.', 'אין בשרת פורט פנוי.'],
  ['The address {0} cannot be used ({1}).', 'אי אפשר להשתמש בכתובת {0} ({1}).'],
  ['The site ended before it answered.', 'האתר הסתיים לפני שהספיק להשיב.'],
  ['The site did not start: {0}', 'האתר לא עלה: {0}'],
  ['The site did not answer in time.', 'האתר לא השיב בזמן.'],
  ['The site could not be ended.', 'אי אפשר היה לסיים את האתר.'],
  ['The site is starting.', 'האתר עולה.'],
  ['Servers of kind {0} cannot be used yet.', 'אי אפשר עדיין להשתמש בשרתים מסוג {0}.'],
  ['Port {0} is reserved.', 'הפורט {0} נשמר לפרויקט.'],
  ['The configuration is written.', 'ההגדרות נכתבו.'],
  ['The site answers at {0}.', 'האתר זמין בכתובת {0}.'],
  ['HQ has started.', 'HQ עלה.'],
  ['HQ found the site running.', 'HQ מצא שהאתר פועל.'],
  ['The site ended by itself.', 'האתר הסתיים מעצמו.'],
  ['The site ended by itself again and again.', 'האתר הסתיים מעצמו שוב ושוב.'],
  ['Restart {0} of {1}', 'הפעלה חוזרת {0} מתוך {1}'],
  ['Something went wrong while the site was started.', 'אירעה שגיאה בהפעלת האתר.'],
  ['The project {0} is being deleted.', 'הפרויקט {0} בתהליך מחיקה.'],
  ['Something went wrong while the project was deleted.', 'אירעה שגיאה במחיקת הפרויקט.'],
  ['This is not possible while the server has projects.', 'אי אפשר לבצע זאת כל עוד יש פרויקטים בשרת.'],

  // Theme, print and keys
  ['Theme', 'ערכת צבעים'],
  ['System', 'מערכת'],
  ['Light', 'בהיר'],
  ['Dark', 'כהה'],
  ['Print', 'הדפסה'],
  ['Next record', 'הרשומה הבאה'],
  ['Previous record', 'הרשומה הקודמת'],
  ['Back to the list', 'חזרה לרשימה'],
  ['On this screen', 'במסך הזה'],
  ['In a list', 'ברשימה'],
  ['Previous or next row', 'השורה הקודמת או הבאה'],
  ['First or last row', 'השורה הראשונה או האחרונה'],
  ['Open the record', 'פתיחת הרשומה'],
  ['Select the record', 'בחירת הרשומה'],
  ['Delete the record', 'מחיקת הרשומה'],
  ['While editing', 'בזמן עריכה'],
  ['Create in a new record window', 'יצירה בחלון של רשומה חדשה'],
  ['Move a row of a table', 'הזזת שורה בטבלה'],
  ['Delete a row of a table', 'מחיקת שורה מטבלה'],
  ['Open the calendar of a date', 'פתיחת לוח השנה של תאריך'],
  ['Everywhere', 'בכל מקום'],
  ['Close the window, menu or list on top', 'סגירת החלון, התפריט או הרשימה שלמעלה'],
  ['Correct the text under the pointer', 'תיקון הטקסט שמתחת לסמן'],
  ['Shortcuts of a single key', 'קיצורים של מקש אחד'],

  // Lists
  ['Select', 'בחירה'],
  ['No more than {0} records can be selected.', 'אפשר לבחור עד {0} רשומות.'],
  ['Records {0} to {1} of {2}', 'רשומות {0} עד {1} מתוך {2}'],

  // Bad days
  ['This part could not be loaded.', 'אי אפשר היה לטעון את החלק הזה.'],
  ['This part could not be shown.', 'אי אפשר היה להציג את החלק הזה.'],
  [
    'This screen could not be shown. Reload the page to try again.',
    'אי אפשר היה להציג את המסך הזה. אפשר לרענן את הדף כדי לנסות שוב.',
  ],
  ['The menu could not be loaded.', 'אי אפשר היה לטעון את התפריט.'],

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
  ['Files are still being uploaded.', 'ההעלאה של הקבצים עדיין לא הסתיימה.'],
  ['Stop the upload', 'הפסקת ההעלאה'],
  ['Keep uploading', 'המשך ההעלאה'],

  // Communication: what is checked on save
  ['Number the placeholders from 1 without gaps', 'יש למספר את השדות המשתנים מ-1 ברצף'],
  ['Give one sample for each placeholder ({0})', 'יש לתת דוגמה אחת לכל שדה משתנה ({0})'],
  ['This is not possible while the mail is {0}.', 'אי אפשר לבצע זאת כשהאימייל במצב {0}.'],
  ['{0} cannot be changed once it was submitted', 'אי אפשר לשנות את השדה {0} אחרי ההגשה'],
]
