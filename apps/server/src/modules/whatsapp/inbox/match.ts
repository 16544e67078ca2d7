import type { Model } from '../../../entity/index.ts'
import { column, or, Plan, Slot } from '../../../entity/plan.ts'
import type { Site } from '../../../site.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import { contactIdOf, typedEndingsOf } from '../number.ts'

/** The record that a message belongs to. */
export interface Reference {
  reference_entity: string
  reference_id: string
}

/**
 * Last digits of a telephone number that tell it from others, whatever stands before them
 * (reference: conversations, Receiving WhatsApp). They are those of the number with its country: of an Israeli
 * landline, which has eight without, they begin with the last of the country's.
 */
const tail = 9

/**
 * The records that these senders belong to, by sender: a `whatsapp_contact_id` equal to the number, else a Phone field that
 * ends with the same 9 digits; of several records the one changed last. One look at each entity, whatever the number of senders.
 */
export async function recordsOf(site: Site, numbers: readonly string[]): Promise<Map<string, Reference>> {
  const found = new Map<string, Reference>()
  if (numbers.length === 0) return found
  const rows = (await Promise.all(site.engine.models.all().map((model) => candidates(site, model, numbers)))).flat()
  rows.sort((a, b) => (a.modified < b.modified ? 1 : -1))
  for (const number of numbers) {
    const ending = number.slice(-tail)
    const row =
      rows.find(({ texts }) => texts.whatsapp === number) ??
      (ending.length === tail
        ? rows.find(({ texts }) => texts.phones.some((phone) => phone.endsWith(ending)))
        : undefined)
    if (row) found.set(number, { reference_entity: row.entity, reference_id: row.id })
  }
  return found
}

interface Candidate {
  entity: string
  id: string
  modified: string
  texts: { whatsapp: string | null; phones: string[] }
}

async function candidates({ engine }: Site, model: Model, numbers: readonly string[]): Promise<Candidate[]> {
  if (!model.hasCommunication || model.kind !== 'Document') return []
  const contact = model.byName.get('whatsapp_contact_id')
  const phones = model.stored.filter(({ rule }) => rule.fieldtype === 'Data' && rule.options === 'Phone')
  if (!contact && phones.length === 0) return []
  const { dialect } = engine.store
  const plan = engine.plans.get(`whatsapp senders ${engine.models.generation} ${model.id}`, () => {
    const isEqual = contact ? [dialect.isOneOf(column(contact.column), new Slot(0), 'text')] : []
    const ends = phones.map((field) => dialect.isOneOf(ending(dialect.name, column(field.column)), new Slot(1), 'text'))
    const whatsapp = contact ? column(contact.column) : sql`null`
    const selected = phones.map((field, index) => sql`${column(field.column)} as ${sql.id(`phone${index}`)}`)
    return new Plan(sql`select ${sql.join([sql`id`, sql`modified`, sql`${whatsapp} as whatsapp`, ...selected])}
      from ${sql.table(model.table.name)} where ${or([...isEqual, ...ends])}`)
  })
  const endings = [...new Set(numbers.flatMap((number) => typedEndingsOf(number, tail)))]
  // A look through the whole table, which the reads of people should not wait for.
  const rows = await plan.all<Record<string, string | null>>(engine.store.heavy, [
    dialect.listParam(numbers),
    dialect.listParam(endings),
  ])
  return rows.map((row) => ({
    entity: model.id,
    id: String(row.id),
    modified: String(row.modified),
    texts: {
      whatsapp: row.whatsapp ?? null,
      phones: phones.map((_, index) => digitsOf(row[`phone${index}`] ?? '')),
    },
  }))
}

/** As WhatsApp would know it; what is no whole number stays as it is. */
const digitsOf = (phone: string) => contactIdOf(phone) ?? phone.replace(/\D/g, '')

/** The last digits of a number as it was typed: digits, spaces, `+-()` (reference: http-api, Coercion and checks). */
function ending(dialect: 'sqlite' | 'postgres', text: Sql<unknown>): Sql<unknown> {
  const digits = [' ', '-', '+', '(', ')'].reduce<Sql<unknown>>(
    (inner, sign) => sql`replace(${inner}, ${sql.raw(`'${sign}'`)}, '')`,
    text,
  )
  return dialect === 'sqlite' ? sql`substr(${digits}, ${sql.lit(-tail)})` : sql`right(${digits}, ${sql.lit(tail)})`
}
