import { actorOf, createIn, type Engine, systemContext, updateIn } from '../../entity/index.ts'
import type { Context, EngineModule } from '../../entity/types.ts'
import { drawPortrait } from './portrait.ts'
import { photographed, sampleContacts, sampleTasks } from './story.ts'
import { taskBehaviour } from './task.ts'

/** A picture that belongs to a field of a record. */
export interface Picture {
  entity: string
  id: string
  field: string
  fileName: string
  bytes: Buffer
}

export interface SampleOptions {
  /** Stores a picture as an upload does and answers its `file_url`. Without it, contacts have no photos. */
  keepPicture?: (engine: Engine, ctx: Context, picture: Picture) => Promise<string>
}

/** App `sample`: Contacts and Tasks, with a small story in both languages to fill them (contract 1.4, 6.2). */
export function sampleModule({ keepPicture }: SampleOptions = {}): EngineModule {
  return {
    app: 'sample',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [taskBehaviour],
    async seed(engine, ctx) {
      const contacts = await seedRecords(engine, ctx)
      if (keepPicture) await seedPhotos(engine, ctx, contacts, keepPicture)
    },
  }
}

/** All records in one transaction; answers the ids of the contacts in their order. */
async function seedRecords(engine: Engine, ctx: Context): Promise<string[]> {
  const authors = await authorContexts(engine, ctx)
  const authorOf = (n: number) => authors[n % authors.length] ?? ctx
  const today = engine.clock.nowWall().slice(0, 10)
  return engine.store.write(async (tx) => {
    const contacts: string[] = []
    for (const [n, body] of sampleContacts(today).entries()) {
      contacts.push((await createIn(engine, authorOf(n), tx, 'Contact', body)).id)
    }
    for (const [n, body] of sampleTasks(today, contacts).entries()) {
      await createIn(engine, authorOf(n), tx, 'Task', body)
    }
    return contacts
  })
}

async function seedPhotos(
  engine: Engine,
  ctx: Context,
  contacts: readonly string[],
  keepPicture: NonNullable<SampleOptions['keepPicture']>,
): Promise<void> {
  const photos = await Promise.all(
    photographed.map(async (place, n) => {
      const id = contacts[place] ?? ''
      const bytes = await drawPortrait(n)
      const picture = { entity: 'Contact', id, field: 'photo', fileName: `portrait-${n + 1}.png`, bytes }
      return { id, photo: await keepPicture(engine, ctx, picture) }
    }),
  )
  await engine.store.write(async (tx) => {
    for (const { id, photo } of photos) await updateIn(engine, ctx, tx, 'Contact', id, { photo })
  })
}

/** The demo users, where they are, write most of the story; what they do is the server's own work all the same. */
async function authorContexts(engine: Engine, ctx: Context): Promise<Context[]> {
  const people = await Promise.all(
    ['staff@example.com', 'manager@example.com', 'staff@example.com'].map((user) => actorOf(engine, user)),
  )
  const found = people.flatMap((actor) => (actor ? [{ ...systemContext(engine, ctx.requestId), actor }] : []))
  return found.map((author) => ({ ...author, operationId: ctx.operationId }))
}
