import type { RecordEvent } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { isServersOwn } from './user-notes.ts'

/** Tells the security log of rules of entities, of what roles profiles bring, and of secrets that somebody was shown. */
export function watchRights(site: Site): void {
  const { engine, security } = site
  engine.listen((event) => {
    if (!changesRights(event) || isServersOwn(event.ctx)) return
    const detail = { text: '{0} {1}', args: [{ translate: event.entity }, { translate: event.newId ?? event.id }] }
    security.note({ event: 'Rights Changed', outcome: 'Allowed', ctx: event.ctx, detail })
  })
  engine.revealed = (ctx, entity, id, secret) => {
    const detail = { text: '{0} of {1} {2}', args: [{ translate: secret }, { translate: entity }, id] }
    security.note({ event: 'Secret Revealed', outcome: 'Allowed', ctx, detail })
  }
}

/** Which fields of an entity decide who may do what. */
const decisive: Readonly<Record<string, readonly string[]>> = {
  Entity: ['permissions'],
  Role: ['disabled'],
  'Role Profile': ['roles'],
}

function changesRights({ entity, action, changed }: RecordEvent): boolean {
  const fields = decisive[entity]
  if (!fields) return false
  return action === 'updated' ? fields.some((name) => changed.includes(name)) : action !== 'communication'
}
