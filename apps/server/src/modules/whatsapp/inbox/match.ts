import { type Model, sqlOf } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import { contactIdOf, typedEndingsOf } from '../number.ts'

/** The record that a message belongs to. */
export interface Reference {
  reference_entity: string
  reference_id: string
}

/**
 * Number of last digits that identify a phone number, whatever its prefix (reference: conversations, Receiving
 * WhatsApp). They include the country code: an Israeli landline has eight digits without it, so its ending begins with
 * the last digit of the code.
 */
const endingLength = 9

/**
 * The records of these senders: by an equal `whatsapp_contact_id`, else by a Phone field with the same last 9 digits;
 * of several, the last modified. One query for each entity, whatever the number of senders.
 */
export async function recordsOf(site: Site, numbers: readonly string[]): Promise<Map<string, Reference>> {
  const found = new Map<string, Reference>()
  if (numbers.length === 0) return found
  const rows = (await Promise.all(site.engine.models.all().map((model) => candidates(site, model, numbers)))).flat()
  rows.sort((a, b) => (a.modified < b.modified ? 1 : -1))
  for (const number of numbers) {
    const ending = number.slice(-endingLength)
    const row =
      rows.find(({ texts }) => texts.whatsapp === number) ??
      (ending.length === endingLength
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
  const { table, field } = sqlOf(engine, model.id)
  const endings = dialect.listParam([...new Set(numbers.flatMap((number) => typedEndingsOf(number, endingLength)))])
  const whatsapp = contact ? field(contact.name) : sql`null`
  const isEqual = contact ? [dialect.isOneOf(whatsapp, dialect.listParam(numbers), 'text')] : []
  const ends = phones.map(({ name }) => dialect.isOneOf(ending(dialect, field(name)), endings, 'text'))
  const selected = phones.map(({ name }, index) => sql`${field(name)} as ${sql.id(`phone${index}`)}`)
  // This reads the whole table, so it must not delay the reads of users.
  const rows = await engine.store.heavy.all<Record<string, string | null>>(
    sql`select ${sql.join([sql`id`, sql`modified`, sql`${whatsapp} as whatsapp`, ...selected])}
      from ${table} where ${sql.join([...isEqual, ...ends], sql` or `)}`,
  )
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

/** The digits as WhatsApp has them, or those of the text if it is no valid number. */
const digitsOf = (phone: string) => contactIdOf(phone) ?? phone.replace(/\D/g, '')

/** The last digits of a typed number: digits, spaces, `+-()` (reference: http-api, Coercion and checks). */
function ending(dialect: Dialect, text: Sql<unknown>): Sql<unknown> {
  const digits = [' ', '-', '+', '(', ')'].reduce<Sql<unknown>>(
    (inner, sign) => sql`replace(${inner}, ${sql.raw(`'${sign}'`)}, '')`,
    text,
  )
  return dialect.ending(digits, endingLength)
}
