import { people, remarks } from './story-contacts.ts'
import { type Occasion, occasions, type Step, steps } from './story-occasions.ts'

/** The fields of a record, as a create call takes them. */
export type Body = Record<string, unknown>

/** Places in the list of the contacts with a photo. */
export const photographed = [0, 1, 2, 3, 6, 8, 14, 20, 27, 35, 41, 54] as const

/**
 * The 60 contacts of the demo data (reference: configuration, First start), the same at every call. `today` is a date,
 * `YYYY-MM-DD`.
 */
export function sampleContacts(today: string): Body[] {
  return people.map(([name, slug, company, status], n) => ({
    contact_name: name,
    company,
    email: status === 'L' && n % 4 === 3 ? null : `${slug}@example.com`,
    phone: n % 7 === 6 ? null : `+972 5${n % 5}-555-${fourDigits(n)}`,
    whatsapp_contact_id: n % 3 === 1 ? null : `9725${n % 5}555${fourDigits(n)}`,
    status: { L: 'Lead', A: 'Active', I: 'Inactive' }[status],
    birthday: company === null || n % 6 === 0 ? birthday(today, n) : null,
    website: company !== null && n % 4 === 0 ? `https://${slug.replace('.', '-')}.example.com` : null,
    notes: remarks[n] ?? null,
  }))
}

/**
 * The 120 tasks of the demo data: six steps for each order of the bakery, with dates around `today`. `contactIds` are
 * the ids of the contacts in the order of `sampleContacts`.
 */
export function sampleTasks(today: string, contactIds: readonly string[]): Body[] {
  return occasions.flatMap((occasion, n) => steps.map((step) => task(today, contactIds, occasion, step, n)))
}

function task(today: string, contactIds: readonly string[], occasion: Occasion, step: Step, n: number): Body {
  const days = occasion.day + step.offset
  const status = statusOf(occasion, days, n)
  const pick = (en: string, he: string) => (occasion.language === 'he' ? he : en)
  return {
    subject: `${pick(step.en, step.he)}: ${occasion.name}`,
    status,
    priority: days >= -7 && days <= 2 ? 'High' : step.key === 'thanks' ? 'Low' : 'Medium',
    contact: contactIds[occasion.contact],
    due_date: addDays(today, days),
    estimate: step.estimate + (n % 4) * 900,
    progress: { Open: 0, Working: 12.5 * (1 + (n % 6)), Done: 100, Cancelled: 0 }[status],
    points: step.points,
    budget: Math.round(occasion.budget * step.share * 100) / 100,
    is_billable: step.share > 0 && occasion.budget > 0 ? 1 : 0,
    checklist: checklist(step, status, pick),
    ...details(today, contactIds, occasion, step, pick),
  }
}

/** Fields that only some steps have; together they fill every field of a task. */
function details(
  today: string,
  contactIds: readonly string[],
  { day, supplier, budget, name }: Occasion,
  step: Step,
  pick: (en: string, he: string) => string,
): Body {
  switch (step.key) {
    case 'quote':
      return {
        summary: pick('Answer within two working days.', 'יש להשיב בתוך שני ימי עבודה.'),
        description: pick(
          `Call first, then write.\n\nMention the rye bread, ask about the room and the time.`,
          `קודם שיחה ואחר כך הצעה כתובה.\n\nלהזכיר את לחם השיפון, לברר על המקום ועל השעה.`,
        ),
      }
    case 'tasting':
      return { starts_at: `${addDays(today, day + step.offset)} 16:30:00` }
    case 'deposit':
      return {
        snippet: `const deposit = ${budget} * ${step.share}\n  + deliveryFee\nround(deposit, 2)`,
        api_key: `demo-key-${Math.round(budget)}`,
      }
    case 'ingredients':
      return {
        related_entity: 'Contact',
        related_id: contactIds[supplier],
        config: {
          flour_kg: Math.ceil(budget / 60),
          boxes: Math.ceil(budget / 45),
          allergens: ['gluten', 'milk'],
          fresh: true,
        },
      }
    case 'delivery':
      return {
        starts_at: `${addDays(today, day)} 05:45:00`,
        config: { van: 1 + (supplier % 2), route: [pick('Bakery', 'המאפייה'), name], cooled: budget > 5000 },
        long_notes: pick(
          'Dough goes into the cold room at ten in the evening.\nFirst oven: bread. Second oven: pastry.\n\nKeys of the hall are with the caretaker.',
          'הבצק נכנס לחדר הקירור בעשר בערב.\nתנור ראשון: לחם. תנור שני: מאפים.\n\nמפתחות האולם אצל אב הבית.',
        ),
      }
    case 'thanks':
      return { summary: pick('A card, and the bill with the photo.', 'כרטיס תודה, והחשבון עם התמונה.') }
  }
}

function statusOf(occasion: Occasion, days: number, n: number): 'Open' | 'Working' | 'Done' | 'Cancelled' {
  if (occasion.isCancelled) return days < 0 ? 'Done' : 'Cancelled'
  // Every fifth order is late: its steps of the last few days are still in work.
  if (days < (n % 5 === 0 ? -8 : 0)) return 'Done'
  return days <= 2 ? 'Working' : 'Open'
}

function checklist(step: Step, status: string, pick: (en: string, he: string) => string): Body[] {
  return step.checklist.map(([en, he, hours], index) => {
    const done = status === 'Done' || (status === 'Working' && index === 0) ? 1 : 0
    return { title: pick(en, he), done, hours, state: done ? 'Ready' : 'New' }
  })
}

/** Spreads birthdays over the year, so that some are near whenever the site first starts. */
function birthday(today: string, n: number): string {
  return addDays(today, (n * 37) % 365)
    .replace(/^\d{4}/, String(1950 + ((n * 13) % 50)))
    .replace(/02-29$/, '02-28')
}

/** A date as text, some days later. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

const fourDigits = (n: number) => String(101 + n * 7).padStart(4, '0')
