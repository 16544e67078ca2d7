import type { EntityRecord, FoundRecord } from '@tavla/contract'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import { presentRow } from '../present.ts'
import { readableFields, toSuggestion } from '../suggestions.ts'
import { addLinkTitles } from '../titles.ts'
import { isCut, wholeText } from './found-rows.ts'
import type { FoundHit } from './search-everywhere.ts'
import { snippetOf } from './snippet.ts'

/** A record that was found, as the answer shows it. */
export async function shownRecord(engine: Engine, ctx: Context, found: FoundHit): Promise<FoundRecord> {
  const { entity, row, hit } = found
  const { model, id, shown } = entity
  const { field, ...at } = (await placeOf(engine, found)) ?? { field: hit.field, snippet: '', match: [] }
  const record = { ...row } as EntityRecord
  const fields = readableFields(engine, ctx, model, true)
  await addLinkTitles(engine, ctx, model, [...new Set([fields.title, ...fields.described])], [record])
  presentRow(engine, shown, record)
  const { label, description } = toSuggestion(fields, record)
  const image = shown.find((one) => one === model.imageField)
  return {
    entity: model.id,
    entity_label: model.id,
    id: row[id.name] as string,
    title: label,
    description,
    field: field.name,
    field_label: field.rule.label,
    ...at,
    image: image ? ((record[image.name] as string | null) ?? null) : null,
    modified: (record.modified as string | undefined) ?? null,
    ...Object.fromEntries(aboutFields(model).map((name) => [name, (record[name] as string | undefined) ?? null])),
  }
}

const about = ['reference_entity', 'reference_id'] as const

/** The fields that name the record which a note or a message is about. */
export const aboutFields = ({ app, byName }: Model): readonly (typeof about)[number][] =>
  app === 'platform' && about.every((name) => byName.has(name)) ? about : []

/** The field that contains the text, with the part around it. */
async function placeOf(engine: Engine, { entity, row, hit, needle }: FoundHit) {
  const read = snippetOf(textIn(row, hit.field), needle)
  if (read) return { field: hit.field, ...read }
  for (const field of entity.searched.filter(({ name }) => isCut(row[name]))) {
    const whole = snippetOf(await wholeText(engine, entity, field, row.rid), needle)
    if (whole) return { field, ...whole }
  }
  return undefined
}

const textIn = (row: Readonly<Record<string, unknown>>, { name }: Field) => {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}
