import { actorOf, type Context, createIn, type Engine, exists, updateIn } from '../../entity/index.ts'
import type { FileArea } from '../../files/area.ts'
import { addMillis } from '../../ground/utc-text.ts'
import { drawPortrait } from './portrait.ts'
import { type Body, photographed, sampleContacts, sampleTasks } from './story.ts'
import { sampleItems, sampleQuotes } from './story-quotes.ts'

/**
 * Creates all records of the story in one transaction; resolves to the ids of the contacts in their order. With
 * existing contacts it does nothing and resolves to none, so that an interrupted start can repeat it.
 */
export async function seedRecords(engine: Engine, ctx: Context): Promise<string[]> {
  const authors = await authorContexts(engine, ctx)
  const today = engine.clock.nowWall().slice(0, 10)
  const now = engine.clock.nowUtc()
  return engine.store.write(async (tx) => {
    if (await exists(engine, 'Contact', {}, tx)) return []
    const createAll = async (entity: string, bodies: readonly Body[], before = 0) => {
      const ids: string[] = []
      for (const [index, body] of bodies.entries()) {
        const place = before + index
        // The story is some weeks old, and some hours lie between its records.
        const moment = addMillis(now, (place - 180) * 7 * 3_600_000)
        const author = authors[place % authors.length] ?? ctx
        const saved = await createIn(engine, author, tx, entity, { ...body, creation: moment, modified: moment })
        ids.push(String(saved.row.id))
      }
      return ids
    }
    const contacts = await createAll('Contact', sampleContacts(today))
    await createAll('Task', sampleTasks(today, contacts), contacts.length)
    // They stay away where an own entity has one of their names.
    if (!engine.models.get('Quote')) return contacts
    const items = await createAll('Catalog Item', sampleItems())
    await createAll('Quote', sampleQuotes(today, contacts, items), 150)
    return contacts
  })
}

/** Draws photos for some contacts and attaches them as an upload does: a File of the record, then the field. */
export async function seedPhotos(
  engine: Engine,
  ctx: Context,
  contacts: readonly string[],
  area: FileArea,
): Promise<void> {
  const places = photographed.flatMap((place, n) => (contacts[place] ? [{ id: contacts[place], n }] : []))
  const files = await Promise.all(
    places.map(async ({ id, n }) => {
      const fileName = `portrait-${n + 1}.png`
      const bytes = await drawPortrait(n)
      const incoming = await area.receive([bytes], bytes.length)
      const url = await area.runExclusively(incoming.hash, () =>
        area.place(incoming, { fileName, extension: 'png', isPrivate: false }),
      )
      return { id, fileName, url, incoming }
    }),
  )
  await engine.store.write(async (tx) => {
    for (const { id, fileName, url, incoming } of files) {
      await createIn(engine, ctx, tx, 'File', {
        file_name: fileName,
        file_url: url,
        thumbnail_url: `${url}?thumb=1`,
        file_size: incoming.size,
        file_type: 'PNG',
        mime_type: 'image/png',
        attached_to_entity: 'Contact',
        attached_to_id: id,
        attached_to_field: 'photo',
        content_hash: incoming.hash,
        width: 256,
        height: 256,
      })
      await updateIn(engine, ctx, tx, 'Contact', id, { photo: url })
    }
  })
}

/** The demo users, if there are any, are the authors; the server still does the work. */
async function authorContexts(engine: Engine, ctx: Context): Promise<Context[]> {
  const names = ['staff@example.com', 'staff@example.com', 'manager@example.com']
  const actors = await Promise.all(names.map((user) => actorOf(engine, user)))
  return actors.flatMap((actor) => (actor ? [{ ...ctx, actor, language: actor.language }] : []))
}
