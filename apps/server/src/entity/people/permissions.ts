import { notPermitted, type Right } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model, Rule } from '../model/model.ts'
import type { RightsRow } from '../types.ts'
import type { Actor, Context, Decision, HeldRole } from './actor.ts'
import { actorOf } from './actors.ts'

/** The records for which a right holds. */
export type Scope = 'all' | 'own' | 'none'

/** The rights of one user on one entity: the union of all rules of all their roles (reference: metadata, Permission rule). */
export interface Rights {
  read: Scope
  write: Scope
  delete: Scope
  /** Never limited to own records. */
  create: 'all' | 'none'
  /** Fields of permlevel 1. */
  levelRead: Scope
  levelWrite: Scope
  because: readonly HeldRole[]
}

const cache = new WeakMap<Actor, WeakMap<Model, Rights>>()

/** The only place where rules are evaluated; every check calls it. Cached per user and compiled model. */
export function rightsOf(engine: Engine, actor: Actor, model: Model): Rights {
  // Rows of a table follow their parents' rules, which change independently.
  if (model.kind === 'Table') return rightsOfParents(engine, actor, model)
  let byModel = cache.get(actor)
  if (!byModel) {
    byModel = new WeakMap()
    cache.set(actor, byModel)
  }
  let rights = byModel.get(model)
  if (!rights) {
    rights = combineRules(actor, model)
    byModel.set(model, rights)
  }
  return rights
}

/** Decides whether the call is allowed, with the reason. */
export function decide(engine: Engine, ctx: Context, entity: string, right: Right): Decision {
  const model = engine.models.require(entity)
  const rights = rightsOf(engine, ctx.actor, model)
  if (ctx.system || rights[right] !== 'none') {
    return { allowed: true, ownOnly: !ctx.system && rights[right] === 'own', because: rights.because }
  }
  const opensWith = model.rules.filter((rule) => rule.permlevel === 0 && rule[right]).map((rule) => rule.role)
  return { allowed: false, right, entity, opensWith: [...new Set(opensWith)] }
}

/** @throws Problem 404 for an unknown entity, 403 without the right */
export function requireRight(engine: Engine, ctx: Context, entity: string, right: Right): Model {
  const model = engine.models.require(entity)
  if (!decide(engine, ctx, entity, right).allowed) throw notPermitted(right, entity)
  return model
}

/** True when the user may see this field of a record that they own, or of any record. */
export function canReadField(rights: Rights, field: Field, own: boolean): boolean {
  return field.permlevel === 0 || rights.levelRead === 'all' || (rights.levelRead === 'own' && own)
}

/** True when the user may set this field. Read-only fields are checked separately. */
export function canWriteField(rights: Rights, field: Field, own: boolean): boolean {
  return field.permlevel === 0 || rights.levelWrite === 'all' || (rights.levelWrite === 'own' && own)
}

/** A user's rights on every entity where they have any, with the roles that grant them (reference: metadata, Roles). */
export async function effectiveRights(engine: Engine, user: string): Promise<RightsRow[]> {
  const actor = await actorOf(engine, user)
  if (!actor) return []
  const rows: RightsRow[] = []
  for (const model of engine.models.all()) {
    if (model.kind === 'Table') continue
    const rights = rightsOf(engine, actor, model)
    const scopes = [rights.read, rights.write, rights.delete]
    if (scopes.every((scope) => scope === 'none') && rights.create === 'none') continue
    const flag = (scope: Scope) => (scope === 'none' ? 0 : 1)
    const given = scopes.filter((scope) => scope !== 'none')
    rows.push({
      entity: model.id,
      read: flag(rights.read),
      write: flag(rights.write),
      create: flag(rights.create),
      delete: flag(rights.delete),
      if_owner: given.length > 0 && given.every((scope) => scope === 'own') ? 1 : 0,
      level_1_read: flag(rights.levelRead),
      level_1_write: flag(rights.levelWrite),
      because: rights.because,
    })
  }
  return rows.sort((a, b) => (a.entity < b.entity ? -1 : 1))
}

function combineRules(actor: Actor, model: Model): Rights {
  if (actor.all) return everything(model)
  const mine = model.rules.filter((rule) => actor.roles.has(rule.role))
  const level = (permlevel: number) => mine.filter((rule) => rule.permlevel === permlevel)
  const scope = (rules: readonly Rule[], right: 'read' | 'write' | 'delete'): Scope => {
    const given = rules.filter((rule) => rule[right])
    return given.length === 0 ? 'none' : given.every((rule) => rule.ifOwner) ? 'own' : 'all'
  }
  const changes = (value: Scope): Scope => (model.readOnly ? 'none' : value)
  const giving = new Set(mine.filter(givesSomething).map((rule) => rule.role))
  return {
    read: scope(level(0), 'read'),
    write: changes(scope(level(0), 'write')),
    delete: scope(level(0), 'delete'),
    create: !model.readOnly && level(0).some((rule) => rule.create) ? 'all' : 'none',
    levelRead: scope(level(1), 'read'),
    levelWrite: changes(scope(level(1), 'write')),
    because: actor.held.filter(({ role }) => giving.has(role)),
  }
}

const givesSomething = (rule: Rule) => rule.read || rule.write || rule.create || rule.delete

/** Administrator passes every check, except for entities that only the server writes. */
function everything(model: Model): Rights {
  const changes = model.readOnly ? 'none' : 'all'
  const deletes = !model.readOnly || model.rules.some((rule) => rule.delete) ? 'all' : 'none'
  return {
    read: 'all',
    write: changes,
    delete: deletes,
    create: changes,
    levelRead: 'all',
    levelWrite: changes,
    because: [{ role: 'Administrator', via: 'own role' }],
  }
}

/** Table rows have the rights of their parents (reference: metadata, Visible records). */
function rightsOfParents(engine: Engine, actor: Actor, child: Model): Rights {
  const parents = engine.models.parentsOf(child.id).map(({ model }) => rightsOf(engine, actor, model))
  const reading = parents.filter((rights) => rights.read !== 'none')
  const none = { write: 'none', delete: 'none', create: 'none', levelWrite: 'none' } as const
  return {
    ...none,
    read: actor.all || reading.length > 0 ? 'all' : 'none',
    levelRead: actor.all || reading.some((rights) => rights.levelRead === 'all') ? 'all' : 'none',
    because: reading.flatMap((rights) => rights.because),
  }
}
