import { pick, pickByRank, randomFrom } from './random.ts'
import { cities, companies, english, hebrew, personName } from './words.ts'

export const stages = ['New', 'Contacted', 'Offer', 'Won', 'Lost', 'On Hold'] as const

const field = (fieldname: string, label: string, fieldtype: string, more: object = {}) => ({
  fieldname,
  label,
  fieldtype,
  ...more,
})
const listed = { in_list_view: 1 }

/** The definition of the entity under test for the API: a typical sales entity. */
export const dealDefinition = {
  id: 'Deal',
  module: 'Sales',
  title_field: 'title',
  fields: [
    field('title', 'Title', 'Data', { reqd: 1, ...listed }),
    field('stage', 'Stage', 'Select', { options: stages.join('\n'), in_standard_filter: 1, ...listed }),
    field('amount', 'Amount', 'Currency', listed),
    field('company', 'Company', 'Data', listed),
    field('contact_email', 'Contact Email', 'Data', { options: 'Email' }),
    field('phone', 'Phone', 'Data', { options: 'Phone' }),
    field('due', 'Due', 'Date', listed),
    field('city', 'City', 'Data', listed),
    field('owner_name', 'Owner Name', 'Data'),
    field('notes', 'Notes', 'Small Text'),
  ],
}

/** The fields that the desk's search covers: the id and every text of the entity. */
export const searchedFields = [
  'id',
  'title',
  'stage',
  'company',
  'contact_email',
  'phone',
  'city',
  'owner_name',
  'notes',
]

export type Deal = Record<
  'title' | 'stage' | 'company' | 'contact_email' | 'phone' | 'due' | 'city' | 'owner_name' | 'notes',
  string
> & {
  amount: number
}

/** The deal with this number; deterministic. */
export function makeDeal(number: number): Deal {
  const random = randomFrom(number)
  const words = random() < 0.3 ? hebrew : english
  const person = personName(random)
  const company = pickByRank(random, companies)
  const mailbox = /^[\w ]+$/.test(person) ? person.toLowerCase().replace(' ', '.') : `contact${number % 9973}`
  return {
    title: `${sentence(random, words, 3)} ${offerNumber(number)}`,
    stage: pick(random, stages),
    amount: Math.round(10 ** (2 + random() * 4) * 100) / 100,
    company,
    contact_email: `${mailbox}@${/^[A-Z]/.test(company) ? company.toLowerCase().replace(' ltd', '') : 'mail'}.example`,
    phone: `05${Math.floor(random() * 10)}-${String(Math.floor(random() * 1e7)).padStart(7, '0')}`,
    due: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 500) * 86_400_000).toISOString().slice(0, 10),
    city: pick(random, cities),
    owner_name: person,
    notes: sentence(random, words, 8 + Math.floor(random() * 9)),
  }
}

/** Part of each title, and elsewhere only by chance: the number that people search for with a paper in their hands. */
export const offerNumber = (number: number) => String(200_000 + number)

function sentence(random: () => number, words: readonly string[], length: number): string {
  return Array.from({ length }, () => pickByRank(random, words)).join(' ')
}
