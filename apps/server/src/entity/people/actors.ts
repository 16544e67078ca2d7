import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Actor, Context, HeldRole, Language } from './actor.ts'
import { Operation, ownWork } from './operation.ts'

/** The user with this id and their roles (reference: metadata, Roles); undefined when they don't exist or are disabled. */
export async function actorOf(engine: Engine, user: string): Promise<Actor | undefined> {
  if (user === 'Guest') return guest(engine.settings.default_language)
  return engine.actors.get(user, () => loadActor(engine, user))
}

export function guest(language: Language): Actor {
  return {
    user: 'Guest',
    fullName: 'Guest',
    language,
    held: [{ role: 'Guest', via: 'own role' }],
    roles: new Set(['Guest']),
    all: false,
  }
}

/**
 * For the server's own work: permissions are not checked, and read-only fields may be set. Without an
 * operation of its own, its writes have no row in Operation Log.
 */
export function systemContext(engine: Engine, requestId = '', operation: Operation = ownWork()): Context {
  const actor: Actor = {
    user: 'Administrator',
    fullName: 'Administrator',
    language: engine.settings.default_language,
    held: [],
    roles: new Set(),
    all: true,
  }
  return { actor, language: actor.language, requestId, operation, system: true }
}

/** The context of a signed-in user's call. */
export function contextOf(actor: Actor, requestId: string, language: Language = actor.language): Context {
  return { actor, language, requestId, operation: new Operation(actor.user) }
}

async function loadActor(engine: Engine, user: string): Promise<Actor | undefined> {
  const model = engine.models.require('User')
  const row = await engine.rows(model).byId(engine.store, user)
  if (!row || row.enabled === 0) return undefined
  const held = await heldRoles(engine, model, user)
  return {
    user,
    fullName: String(row.full_name ?? user),
    language: row.language === 'he' ? 'he' : 'en',
    held,
    roles: new Set(held.map((one) => one.role)),
    all: user === 'Administrator',
  }
}

async function heldRoles(engine: Engine, model: Model, user: string): Promise<HeldRole[]> {
  const held: HeldRole[] = [{ role: 'All', via: 'own role' }]
  if (user === 'Administrator') held.push({ role: 'Administrator', via: 'own role' })
  for (const row of await children(engine, 'Has Role', model.id, user, 'roles')) {
    held.push({ role: String(row.role), via: 'own role' })
  }
  for (const { role_profile } of await children(engine, 'User Role Profile', model.id, user, 'role_profiles')) {
    const profile = String(role_profile)
    for (const row of await children(engine, 'Has Role', 'Role Profile', profile, 'roles')) {
      held.push({ role: String(row.role), via: profile })
    }
  }
  const disabled = await disabledRoles(engine)
  return held.filter(({ role }) => !disabled.has(role))
}

function children(
  engine: Engine,
  child: string,
  parentEntity: string,
  parent: string,
  field: string,
): Promise<StoredRow[]> {
  return engine.rows(engine.models.require(child)).children(engine.store, parentEntity, parent, field)
}

async function disabledRoles(engine: Engine): Promise<Set<string>> {
  const { table } = engine.models.require('Role')
  const rows = await engine.store.all<{ id: string }>(sql`select id from ${sql.id(table.name)} where c_disabled = 1`)
  return new Set(rows.map((row) => row.id))
}
