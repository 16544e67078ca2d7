import type { CatalogueRow } from '../catalogue-row.ts'

/** The app `sample`: what a small bakery sells and offers. */
export const sampleOwnTexts: readonly CatalogueRow[] = [
  ['Catalog Item', 'פריט בקטלוג'],
  ['Quote', 'הצעת מחיר'],
  ['Quote Line', 'שורה בהצעת מחיר'],
  ['Item', 'פריט'],
  ['Item Name', 'שם הפריט'],
  ['Unit Price', 'מחיר ליחידה'],
  ['Quantity', 'כמות'],
  ['Amount', 'סכום'],
  ['Total', 'סה״כ', 'Quote'],
  ['Lines', 'שורות'],
  ['Valid Until', 'בתוקף עד'],
  ['Delivery', 'משלוח', 'Quote'],
  ['Where and When', 'לאן ומתי'],
  ['Delivery Address', 'כתובת למשלוח'],
  ['Delivery Notes', 'הערות למשלוח'],
  ['Quoted', 'סך הצעות המחיר'],
  ['Sent', 'נשלחה', 'Quote'],
  ['Accepted', 'אושרה'],
  ['Declined', 'נדחתה'],
  ['Accept', 'אישור'],
  ['Decline', 'דחייה'],
  ['Revise', 'עדכון ההצעה'],
  ['The quote has no lines yet.', 'בהצעת המחיר אין עדיין שורות.'],
]
