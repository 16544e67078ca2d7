import type { RecordEvent } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { isServersOwn } from './user-notes.ts'

/** Logs changed rules of entities, changed roles and profiles, and revealed secrets. */
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

/** Fields that decide about rights, by entity. */
const fieldsOfRights: Readonly<Record<string, readonly string[]>> = {
  Entity: ['permissions'],
  Role: ['disabled'],
  'Role Profile': ['roles'],
}

function changesRights({ entity, action, changed }: RecordEvent): boolean {
  const fields = fieldsOfRights[entity]
  if (!fields) return false
  return action === 'updated' ? fields.some((name) => changed.includes(name)) : action !== 'communication'
}
