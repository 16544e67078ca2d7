import { pick, randomFrom } from './random.ts'

const split = (text: string) => text.split(' ')

const commonEnglish = split(
  'the and for with to of we new order price call offer meeting customer delivery contract service asked sent invoice ' +
    'project please next week date signed paid support quote team product final review update office manager still ' +
    'waiting approved discount machine site parts repair annual renewal licence training shipping warehouse budget ' +
    'email answer confirm phone visit demo install budgeted urgent partner account payment terms quarter colour steel',
)
const commonHebrew = split(
  'של את עם לא על הזמנה לקוח חברה משרד הצעה מחיר פגישה חוזה שירות טלפון תשלום חשבונית משלוח פרויקט לאשר שבוע הבא ' +
    'מנהל מחסן התקנה תיקון הדרכה חידוש רישיון הנחה דחוף אישור תקציב מוצר צוות תאריך נשלח ממתין חתום שולם ספק מכונה',
)
const englishStems = split(
  'amber arc atlas baker bright cedar clear copper coral crest delta dover eagle ember falcon fern forge frost garnet ' +
    'glen granite harbor hazel heron indigo iron jasper juniper kestrel lake laurel linden lumen maple marble meridian ' +
    'mill nimbus north oak olive onyx orchard pearl pine prairie quarry quartz raven ridge river rowan sable sage sierra ' +
    'silver slate sol spruce stone summit thorn tide timber umber vale vector willow zenith',
)
const englishEndings = split(
  'ton field wood worth gate way port land line works ware tech soft net lab craft mark point bridge well brook dale ' +
    'ford ham hurst ley more shaw side stead view ville wick er ing ed ment able ance',
)
const hebrewStems = split(
  'אורן ברק גל דקל הדר זית חרוב טל יהלום כרמל לוטם מגדל נחל סלע ענבר פלג צור קשת רימון שקד תמר אלון ארז אפק בזלת גפן ' +
    'דולב ורד זמיר חצב טופז יסמין כוכב לביא מעיין נופר סביון עוגן פסגה צבר קורל רותם שחף תבור',
)
const hebrewEndings = split('ים ות ית ון אל נט טק לי נו כם י ה')

const firstNames = split(
  'Dana Noa Yael Amir Lior Tamar Eitan Maya Omer Rachel David Sarah Michael Ruth Daniel Anna Boris Olga Ahmed Leila ' +
    'James Emma Peter Julia Marco Elena Victor Sofia Henrik Ingrid דנה נועה יעל אמיר ליאור תמר איתן מאיה עומר רחל דוד שרה',
)
const lastNames = split(
  'Levi Cohen Mizrahi Peretz Biton Friedman Katz Bar Shapira Golan Haddad Khoury Smith Jones Brown Miller Novak Ivanov ' +
    'Petrov Rossi Weber Schmidt Larsen Berg Costa Silva Moreau Nagy לוי כהן מזרחי פרץ ביטון פרידמן כץ שפירא גולן',
)
export const cities = split(
  'Haifa Jerusalem Netanya Ashdod Holon Eilat London Paris Berlin Madrid Rome Vienna Prague Oslo Dublin Lisbon Athens ' +
    'Warsaw Boston Chicago Denver Austin Seattle Toronto ירושלים חיפה נתניה אשדוד חולון אילת הרצליה רעננה נצרת עכו צפת טבריה',
)

const joined = (starts: readonly string[], ends: readonly string[]) =>
  starts.flatMap((start) => ends.map((end) => start + end))

/** Words of one language, the common ones first; the others in a fixed random order. */
function vocabulary(common: readonly string[], others: string[], seed: number): string[] {
  const random = randomFrom(seed)
  const order = new Map(others.map((word) => [word, random()]))
  return [...common, ...others.sort((a, b) => (order.get(a) as number) - (order.get(b) as number))]
}

/** About 3,000 and 600 words, by frequency. */
export const english = vocabulary(commonEnglish, joined(englishStems, englishEndings), 1)
export const hebrew = vocabulary(commonHebrew, joined(hebrewStems, hebrewEndings), 2)

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Names of companies, the large customers first. */
export const companies = vocabulary(
  [],
  [
    ...english.slice(80, 2600).map((word) => `${capital(word)} Ltd`),
    ...hebrew.slice(60, 560).map((word) => `${word} בע"מ`),
  ],
  3,
)

export function personName(random: () => number): string {
  return `${pick(random, firstNames)} ${pick(random, lastNames)}`
}
