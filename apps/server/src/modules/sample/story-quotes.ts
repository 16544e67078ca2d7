import { addDays, type Body } from './story.ts'
import { type Occasion, occasions } from './story-occasions.ts'

/** Name and price of what the bakery sells. */
const items: readonly (readonly [name: string, price: number])[] = [
  ['לחם שיפון', 24],
  ['חלה קלועה', 18.9],
  ['Butter croissant', 9.5],
  ['מגש בורקס', 145],
  ['Fruit tart', 128],
  ['עוגת שוקולד', 165.5],
  ['Scones, a dozen', 54],
  ['מגש עוגיות תמרים', 98],
  ['Wedding cake, per guest', 31],
  ['Stollen', 72.9],
  ['משלוח', 60],
  ['Tasting', 0],
]

/** Item and quantity for each guest, by the kind of order. */
const menus: readonly (readonly (readonly [item: number, share: number])[])[] = [
  [
    [1, 0.25],
    [3, 0.05],
    [5, 0.04],
    [7, 0.05],
  ],
  [
    [2, 1.5],
    [0, 0.1],
    [6, 0.125],
  ],
  [
    [8, 1],
    [4, 0.05],
    [2, 0.5],
    [9, 0.02],
  ],
]

/** The 12 items of the demo data, in the order of their numbers. */
export const sampleItems = (): Body[] => items.map(([item_name, unit_price]) => ({ item_name, unit_price }))

/**
 * The 20 quotes of the demo data, one for each order of the bakery. `contactIds` and `itemIds` are in the order of
 * `sampleContacts` and `sampleItems`; prices and sums come by themselves.
 */
export function sampleQuotes(today: string, contactIds: readonly string[], itemIds: readonly string[]): Body[] {
  return occasions.map((occasion, n) => ({
    subject: occasion.name,
    contact: contactIds[occasion.contact],
    status: statusOf(occasion),
    valid_until: addDays(today, occasion.day - 10),
    lines: linesOf(occasion, n, itemIds),
    ...deliveries[n],
  }))
}

/** Where the first orders go, and what whoever brings them has to know. */
const deliveries: readonly Body[] = [
  { delivery_address: 'אולמי השרון, רחוב הדקל 4, כפר סבא', delivery_notes: 'הכניסה לספקים מאחור, עד השעה 17:00' },
  { delivery_address: 'Harbour Hotel, 2 Quay Road', delivery_notes: 'By 6:30. Ask for the night manager.' },
  { delivery_address: 'אולמי הגן הקסום, דרך השלום 18, רעננה' },
]

function linesOf({ budget }: Occasion, n: number, itemIds: readonly string[]): Body[] {
  const guests = Math.max(12, Math.round(budget / 90))
  const food = (menus[n % menus.length] ?? []).map(([item, share]) => ({
    item: itemIds[item],
    quantity: Math.max(1, Math.round(guests * share)),
  }))
  return [...food, { item: itemIds[10], quantity: 1 }]
}

function statusOf({ day, isCancelled }: Occasion): 'Draft' | 'Sent' | 'Accepted' | 'Declined' {
  if (isCancelled) return 'Declined'
  if (day < 15) return 'Accepted'
  return day < 50 ? 'Sent' : 'Draft'
}
