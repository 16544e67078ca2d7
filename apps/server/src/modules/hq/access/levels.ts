import { notPermitted, type Right, refused } from '@tavla/contract'
import { type Context, type Engine, find, sqlOf, userSlot, type VisibleRows } from '../../../entity/index.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'

/** The levels of a person on a project; each holds those before it (reference: hosting, Levels). */
export const levels = ['View', 'Operate', 'Design', 'Manage'] as const
export type Level = (typeof levels)[number]

export const isLevel = (value: unknown): value is Level => levels.includes(value as Level)

export const reaches = (held: Level | undefined, needed: Level): boolean =>
  held !== undefined && levels.indexOf(held) >= levels.indexOf(needed)

type Caller = Pick<Context, 'actor' | 'system'>

/** True for System Managers, Administrator and the server itself. */
export const managesHq = ({ actor, system }: Caller): boolean =>
  system === true || actor.all || actor.roles.has('System Manager')

const isOperator = ({ actor }: Caller) => actor.roles.has('Operator')

/** True for those whose level differs from project to project. */
export const worksByProject = (caller: Caller): boolean =>
  !managesHq(caller) && !isOperator(caller) && caller.actor.roles.has('Project Operator')

/**
 * Decides a person's level on a project, for every door alike (reference: hosting, Levels). A role that
 * only reads projects sees them all.
 */
export async function levelOn(
  engine: Engine,
  caller: Caller,
  project: string,
  reader: Reader = engine.store,
): Promise<Level | undefined> {
  if (managesHq(caller) || isOperator(caller)) return 'Manage'
  return worksByProject(caller) ? grantedLevel(engine, caller.actor.user, project, reader) : 'View'
}

/** The level that the access of a project gives to a person. */
export async function grantedLevel(
  engine: Engine,
  user: string,
  project: string,
  reader: Reader = engine.store,
): Promise<Level | undefined> {
  const where = { parent: project, parent_entity: 'Project', parent_field: 'access', user }
  const [row] = await find(engine, 'Project Access', { where, fields: ['level'], limit: 1, reader })
  return isLevel(row?.level) ? row.level : undefined
}

/**
 * A project that is blank belongs to nobody: only System Managers pass.
 * @throws Problem 403
 */
export async function requireLevel(
  engine: Engine,
  caller: Caller,
  project: unknown,
  level: Level,
  reader: Reader = engine.store,
): Promise<void> {
  if (managesHq(caller)) return
  const held =
    typeof project === 'string' && project !== '' ? await levelOn(engine, caller, project, reader) : undefined
  if (!reaches(held, level)) throw refused()
}

/** True for those who work with projects: the callers of `/api/hq`. */
export const worksAtHq = (caller: Caller): boolean => managesHq(caller) || isOperator(caller) || worksByProject(caller)

/** @throws Problem 403 for everyone but System Managers */
export function requireManager(caller: Caller): void {
  if (!managesHq(caller)) throw refused()
}

/** The ids of the projects on which the caller has a level, as a query; undefined for everyone who sees them all. */
export function ownProjects(engine: Engine, caller: Caller): Sql | undefined {
  if (!worksByProject(caller)) return undefined
  const { table, field } = sqlOf(engine, 'Project Access')
  return sql`select parent from ${table} where parent_entity = 'Project' and parent_field = 'access' and ${field('user')} = ${userSlot}`
}

/**
 * The records that belong to projects of the caller. `fields` hold a project each; one that is blank is passed over, and
 * a record of no project is seen by System Managers, and where `isShared` by Operators.
 */
export function seenWithProjects(
  engine: Engine,
  caller: Caller,
  entity: string,
  fields: readonly string[],
  isShared = false,
): VisibleRows | undefined {
  if (managesHq(caller)) return undefined
  const { field } = sqlOf(engine, entity)
  const own = ownProjects(engine, caller)
  if (!own && isShared) return undefined
  const some = sql.join(
    fields.map((name) => sql`${field(name)} is not null`),
    sql` or `,
  )
  const each = own ? fields.map((name) => sql` and (${field(name)} is null or ${field(name)} in (${own}))`) : []
  return { condition: sql<boolean>`((${some})${sql.join(each, sql``)})`, dependsOn: ['Project'] }
}

/** The rule of changes to records of one project: those who may not operate it change nothing. @throws Problem 403 */
export async function requireOperate(
  engine: Engine,
  caller: Caller,
  reader: Reader,
  { entity, right, project }: { entity: string; right: Right; project: unknown },
): Promise<void> {
  if (managesHq(caller)) return
  const held = typeof project === 'string' ? await levelOn(engine, caller, project, reader) : undefined
  if (!reaches(held, 'Operate')) throw notPermitted(right, entity)
}
