import { type ListQuery, textOf } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Context, decide, find, linkSuggestions, listRecords } from '../../../entity/index.ts'
import { cellOf, isBlank, type PlanLine } from '../plan.ts'
import { type Importing, linkKey } from './memory.ts'

/** Records that may have one title or key; with more, it names none of them. */
const namesakes = 20

/**
 * Finds the records that lines name by their key and by their links, as far as this person may read them. Runs before
 * the transaction that writes.
 */
export async function resolveNames(importing: Importing, ctx: Context, lines: readonly PlanLine[]): Promise<void> {
  await resolveKeys(importing, ctx, lines)
  for (const name of importing.plan.targets) {
    const target = importing.targets.get(name)
    const entity = target?.field.type.links === 'options' ? target.field.rule.options : undefined
    if (entity) await resolveLinks(importing, ctx, entity, textsOf(importing, lines, name))
  }
}

/** The different texts of a target. */
function textsOf({ plan }: Importing, lines: readonly PlanLine[], name: string): string[] {
  const texts = lines.map((line) => cellOf(plan, line, name)).filter((cell) => !isBlank(cell))
  return [...new Set(texts.map((cell) => String(cell).trim()))]
}

async function resolveKeys(importing: Importing, ctx: Context, lines: readonly PlanLine[]): Promise<void> {
  const { engine, plan, memory, targets } = importing
  const target = plan.key === null ? undefined : targets.get(plan.key)
  if (!target || !decide(engine, ctx, plan.entity, 'read').allowed) return
  const heads = lines.filter(({ head }) => head === undefined)
  const texts = textsOf(importing, heads, target.name)
  if (texts.length === 0) return
  const visible = await findNamed(importing, ctx, plan.entity, target.field.name, texts)
  for (const text of texts) memory.found.set(fold(text), visible.get(fold(text)) ?? [])
}

async function resolveLinks(
  importing: Importing,
  ctx: Context,
  entity: string,
  texts: readonly string[],
): Promise<void> {
  const { engine, memory, plan } = importing
  const model = engine.models.get(entity)
  // Records of the same entity can come to be while the import runs.
  const unknown = texts.filter((text) => entity === plan.entity || !memory.links.has(linkKey(entity, text)))
  if (model?.kind !== 'Document' || unknown.length === 0) return
  if (!decide(engine, ctx, entity, 'read').allowed) {
    for (const text of unknown) memory.links.set(linkKey(entity, text), await suggested(importing, ctx, entity, text))
    return
  }
  const byId = await findNamed(importing, ctx, entity, 'id', unknown)
  const title = model.titleField && model.titleField.name !== 'id' ? model.titleField.name : undefined
  const rest = unknown.filter((text) => !byId.has(fold(text)))
  const byTitle = title && rest.length > 0 ? await findNamed(importing, ctx, entity, title, rest) : undefined
  for (const text of unknown) {
    memory.links.set(linkKey(entity, text), byId.get(fold(text)) ?? byTitle?.get(fold(text)) ?? [])
  }
}

/** Ids of the visible records whose field has one of these texts, by the folded text. */
async function findNamed(
  { engine }: Importing,
  ctx: Context,
  entity: string,
  name: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const isText = engine.models.require(entity).byName.get(name)?.fold !== ''
  const where = { [name]: isText ? { folded: texts } : { in: texts } }
  const limit = texts.length * namesakes
  const rows = await find<string>(engine, entity, { where, fields: [name], limit })
  const visible = await visibleOf(
    { engine },
    ctx,
    entity,
    rows.map(({ id }) => id),
  )
  const byText = new Map<string, string[]>()
  for (const row of rows) {
    if (!visible.has(row.id)) continue
    const value = row[name]
    const key = fold(typeof value === 'number' ? String(value) : textOf(value))
    byText.set(key, [...(byText.get(key) ?? []), row.id])
  }
  return byText
}

const pageLength = 500

async function visibleOf(
  { engine }: Pick<Importing, 'engine'>,
  ctx: Context,
  entity: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const visible = new Set<string>()
  for (let at = 0; at < ids.length; at += pageLength) {
    const among = ids.slice(at, at + pageLength)
    const query: ListQuery = { fields: ['id'], filters: { id: ['in', among] }, limit_page_length: pageLength }
    for (const { id } of (await listRecords(engine, ctx, entity, query)).data) visible.add(id)
  }
  return visible
}

/** Titles that a person is shown although they may not read the records. */
async function suggested({ engine, plan }: Importing, ctx: Context, entity: string, text: string): Promise<string[]> {
  const query = { entity, txt: text, reference_entity: plan.entity }
  const suggestions = await linkSuggestions(engine, ctx, query).catch(() => [])
  const isIt = (shown: string) => fold(shown) === fold(text)
  const byId = suggestions.filter(({ value }) => isIt(value))
  const fitting = byId.length > 0 ? byId : suggestions.filter(({ label }) => isIt(label))
  return fitting.map(({ value }) => value)
}
