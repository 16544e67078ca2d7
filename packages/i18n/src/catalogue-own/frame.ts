import type { CatalogueRow } from '../catalogue.ts'

/** The frame, people, theme, keys, and bad days. */
export const frameOwnTexts: readonly CatalogueRow[] = [
  // Frame
  ['Main menu', 'תפריט ראשי'],
  ['Skip to content', 'דילוג לתוכן'],
  ['Back', 'חזרה'],
  ['No connection', 'אין חיבור'],
  ['Connecting…', 'מתחבר…'],
  ['This is taking longer than usual.', 'זה לוקח יותר זמן מהרגיל.'],
  ['The server cannot answer now. Try again in a moment.', 'השרת לא יכול להשיב כרגע. אפשר לנסות שוב בעוד רגע.'],
  ['The answer of the server could not be read.', 'לא ניתן היה לקרוא את תשובת השרת.'],
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
  ['Select the records from the last one to this', 'בחירת הרשומות מהאחרונה שנבחרה ועד לזו'],
  ['Delete the record', 'מחיקת הרשומה'],
  ['While editing', 'בזמן עריכה'],
  ['Create in a new record window', 'יצירה בחלון של רשומה חדשה'],
  ['Move a row of a table', 'הזזת שורה בטבלה'],
  ['Delete a row of a table', 'מחיקת שורה מטבלה'],
  ['Open the calendar of a date', 'פתיחת לוח השנה של תאריך'],
  ['Undo typing in a box', 'ביטול ההקלדה בתיבה'],
  ['Bring back what Close discarded, while the notice shows', 'שחזור מה שבוטל בסגירה, כל עוד ההודעה מוצגת'],
  ['Printed before everything was loaded.', 'הודפס לפני שהכול נטען.'],
  ['Everywhere', 'בכל מקום'],
  ['Close the window, menu or list on top', 'סגירת החלון, התפריט או הרשימה שלמעלה'],
  ['Correct the text under the pointer', 'תיקון הטקסט שמתחת לסמן'],
  ['Shortcuts of a single key', 'קיצורים של מקש אחד'],

  // Bad days
  ['This part could not be loaded.', 'אי אפשר היה לטעון את החלק הזה.'],
  ['This part could not be shown.', 'אי אפשר היה להציג את החלק הזה.'],
  [
    'This screen could not be shown. Reload the page to try again.',
    'אי אפשר היה להציג את המסך הזה. אפשר לרענן את הדף כדי לנסות שוב.',
  ],
  ['The menu could not be loaded.', 'אי אפשר היה לטעון את התפריט.'],
]
