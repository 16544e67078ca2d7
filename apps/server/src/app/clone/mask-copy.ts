import { randomBytes } from 'node:crypto'
import {
  type Engine,
  emptyEntities,
  find,
  forgetFormer,
  Masks,
  maskPersonal,
  personalPaths,
  recalculateAll,
  remakeSearches,
  replaceFileAddresses,
  setSilently,
} from '../../entity/index.ts'
import { maskFiles } from './mask-files.ts'
import { addPlaceholder } from './placeholder.ts'

/**
 * Entities that hold values of other records, deleted records, or what people said and did; all of their records go.
 * Every log goes too.
 */
const emptied: ReadonlySet<string> = new Set([
  ...['Communication', 'Whatsapp Message', 'Email Queue', 'Note', 'Notification', 'Reminder', 'Assignment'],
  ...['Trash Item', 'Recent Record', 'Job', 'Session', 'Token Cache'],
])

/** Masks personal data in the copy of a site in `dir`, and empties all that holds it elsewhere (reference: hosting, Masks). */
export async function maskCopy(engine: Engine, dir: string): Promise<void> {
  const masks = new Masks(randomBytes(32))
  const placeholder = await addPlaceholder(engine, dir)
  const newOf = await maskFiles({ engine, dir, masks }, emptied, placeholder)
  await maskPersonal(engine, masks, placeholder)
  await replaceFileAddresses(engine, newOf)
  await recalculateAll(engine)
  await emptyEntities(engine, emptied, { withLogs: true })
  await maskViews(engine)
  await forgetFormer(engine)
  await remakeSearches(engine)
}

/** A saved list may look for a value of a personal field, and a user's record says from where they came. */
async function maskViews(engine: Engine): Promise<void> {
  const paths = personalPaths(engine)
  const views = await find(engine, 'List View', { fields: ['ref_entity', 'filters', 'search'] })
  const users = await find(engine, 'User', { where: { last_ip: { not: null } } })
  await engine.store.write(async (tx) => {
    for (const { id, ref_entity, filters } of views) {
      const personal = [...(paths.get(String(ref_entity)) ?? [])]
      const looksFor = personal.some((path) => String(filters ?? '').includes(JSON.stringify(path)))
      await setSilently(engine, tx, 'List View', id, { search: null, ...(looksFor ? { filters: null } : {}) })
    }
    const ids = users.map(({ id }) => id)
    await setSilently(engine, tx, 'User', ids, { last_ip: null })
  })
}
