/** An order of the bakery and its contacts, by their place in the list. */
export interface Occasion {
  language: 'en' | 'he'
  name: string
  contact: number
  supplier: number
  /** Days from today to the day of delivery. */
  day: number
  /** Budget of the whole order, in the site's currency. */
  budget: number
  isCancelled?: true
}

/** A step from the first call to the paid bill. */
export interface Step {
  key: 'quote' | 'tasting' | 'deposit' | 'ingredients' | 'delivery' | 'thanks'
  /** Days from the day of delivery. */
  offset: number
  en: string
  he: string
  /** Seconds. */
  estimate: number
  points: number
  /** Part of the order's budget. */
  share: number
  checklist: readonly (readonly [en: string, he: string, hours: number])[]
}

export const occasions: readonly Occasion[] = [
  { language: 'he', name: 'בר מצווה של משפחת פרץ', contact: 1, supplier: 4, day: 12, budget: 8600 },
  { language: 'en', name: 'Harbour Hotel summer breakfast', contact: 2, supplier: 8, day: 30, budget: 24500 },
  { language: 'he', name: 'חתונה באולמי הגן הקסום', contact: 3, supplier: 10, day: 45, budget: 31200.5 },
  { language: 'he', name: 'מסיבת סיום בגן ניצנים', contact: 6, supplier: 4, day: 3, budget: 940 },
  { language: 'en', name: 'Café des Amis opening night', contact: 14, supplier: 33, day: -10, budget: 5200 },
  { language: 'he', name: 'קונצרט חנוכה של התזמורת הקאמרית', contact: 7, supplier: 40, day: 60, budget: 7350 },
  { language: 'en', name: 'Weekly bread for the Corner Bookshop', contact: 48, supplier: 4, day: 1, budget: 380 },
  { language: 'he', name: 'יום הולדת שמונים לסבתא זהבה', contact: 52, supplier: 10, day: -3, budget: 1150 },
  { language: 'en', name: 'O’Brien family reunion', contact: 5, supplier: 26, day: 21, budget: 4100 },
  { language: 'he', name: 'קידוש בבית הכנסת הגדול', contact: 44, supplier: 53, day: -24, budget: 2700 },
  {
    language: 'en',
    name: 'Fischer Software product launch',
    contact: 46,
    supplier: 11,
    day: 17,
    budget: 6800,
    isCancelled: true,
  },
  { language: 'he', name: 'שבוע הספר בספריית השכונה', contact: 31, supplier: 9, day: 9, budget: 1480 },
  { language: 'en', name: 'Tea and scones at Patel Tea House', contact: 54, supplier: 33, day: -40, budget: 1990 },
  { language: 'he', name: 'חלות לשבת עבור עמותת יד לשכן', contact: 37, supplier: 4, day: 5, budget: 0 },
  { language: 'he', name: 'ארוחת ראש השנה של מלון נוף הים', contact: 27, supplier: 40, day: 75, budget: 42000 },
  { language: 'en', name: 'Wedding of Emma Katz and Tom Levi', contact: 41, supplier: 49, day: -1, budget: 18900 },
  {
    language: 'he',
    name: 'יום כיף לעובדי שגב טכנולוגיות',
    contact: 29,
    supplier: 20,
    day: 26,
    budget: 5600,
    isCancelled: true,
  },
  { language: 'en', name: 'Kim Design Studio calendar shoot', contact: 28, supplier: 35, day: 34, budget: 2250 },
  {
    language: 'he',
    name: 'יום הנישואין של סיגלית ואליהו חג׳ג׳־אברג׳יל',
    contact: 25,
    supplier: 49,
    day: 14,
    budget: 3300,
  },
  {
    language: 'en',
    name: 'Christmas stollen for Schmidt Konditorei',
    contact: 17,
    supplier: 33,
    day: 52,
    budget: 9750.9,
  },
]

export const steps: readonly Step[] = [
  {
    key: 'quote',
    offset: -21,
    en: 'Send a quote',
    he: 'הצעת מחיר',
    estimate: 2700,
    points: 2,
    share: 0,
    checklist: [
      ['Number of guests', 'מספר האורחים', 0.25],
      ['Allergies', 'אלרגיות', 0.25],
      ['Price per guest', 'מחיר לאורח', 0.5],
    ],
  },
  {
    key: 'tasting',
    offset: -14,
    en: 'Tasting',
    he: 'טעימות',
    estimate: 5400,
    points: 3,
    share: 0.05,
    checklist: [
      ['Bake the samples', 'אפיית הדוגמאות', 2],
      ['Set the table', 'עריכת השולחן', 0.5],
    ],
  },
  {
    key: 'deposit',
    offset: -12,
    en: 'Deposit invoice',
    he: 'חשבונית מקדמה',
    estimate: 900,
    points: 1,
    share: 0.3,
    checklist: [],
  },
  {
    key: 'ingredients',
    offset: -3,
    en: 'Order ingredients',
    he: 'הזמנת חומרי גלם',
    estimate: 3600,
    points: 3,
    share: 0.25,
    checklist: [
      ['Flour', 'קמח', 0.5],
      ['Butter and eggs', 'חמאה וביצים', 0.5],
      ['Boxes and ribbons', 'קופסאות וסרטים', 1],
    ],
  },
  {
    key: 'delivery',
    offset: 0,
    en: 'Bake and deliver',
    he: 'אפייה ומשלוח',
    estimate: 30_600,
    points: 8,
    share: 0.35,
    checklist: [
      ['Knead the night before', 'לישה בערב שלפני', 3],
      ['Load the van', 'העמסת הרכב', 1],
      ['Photograph the table', 'צילום השולחן', 0.5],
      ['Bring back the trays', 'החזרת המגשים', 1.5],
    ],
  },
  {
    key: 'thanks',
    offset: 7,
    en: 'Thanks and final bill',
    he: 'תודה וחשבון סופי',
    estimate: 1200,
    points: 1,
    share: 0.05,
    checklist: [],
  },
]
