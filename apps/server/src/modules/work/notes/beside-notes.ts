import { textOf } from '@tavla/contract'
import { type Carried, type Engine, find, type Model, titlesOf } from '../../../entity/index.ts'

const isNote = (model: Model) => model.id === 'Note'
const nothing = () => undefined

/** `_mentioned`: the people whom a note mentions, with the names that the caller may know (reference: conversations, Notes). */
export const mentionedPeople: Carried = {
  name: '_mentioned',
  async read(engine, ctx, model, ids) {
    if (!isNote(model)) return nothing
    const rows = await find(engine, 'Note', { where: { id: { in: ids } }, fields: ['mentions'] })
    const people = new Map(rows.map(({ id, mentions }) => [id, JSON.parse(textOf(mentions) || '[]') as string[]]))
    const names = await titlesOf(engine, ctx, 'User', new Set([...people.values()].flat()))
    return (id) => (people.get(id) ?? []).map((user) => ({ user, full_name: names?.get(user) ?? user }))
  },
}

/** `_files`: the files of a note, as its field `attachments` has them. */
export const filesOfNotes: Carried = {
  name: '_files',
  async read(engine, _ctx, model, ids) {
    if (!isNote(model)) return nothing
    const rows = await rowsOf(engine, ids)
    const byNote = Map.groupBy(rows, ({ parent }) => String(parent))
    return (note) =>
      (byNote.get(note) ?? []).map(({ id, file, file_name, file_url }) => ({ id, file, file_name, file_url }))
  },
}

async function rowsOf(engine: Engine, notes: readonly string[]) {
  const rows = engine.rows(engine.models.require('Communication Attachment'))
  return rows.childrenOf(engine.store, 'Note', notes, 'attachments')
}
