import { limits, notPermitted } from '@tavla/contract'
import {
  type Behaviour,
  type Change,
  type Context,
  decide,
  type Engine,
  find,
  sqlOf,
  updateIn,
  userSlot,
} from '../../entity/index.ts'
import { type Sql, sql } from '../../store/sql.ts'

/** True for somebody who shares views and changes shared ones. */
export const mayShare = ({ actor }: Context) => actor.all || actor.roles.has('System Manager')

/** Rules of views (reference: metadata, Rules of built-in entities): who sees one, who may share one, and one default for each audience. */
export const listViewBehaviour: Behaviour = {
  entity: 'List View',
  visible: (engine, ctx) => ({ condition: readable(engine, ctx) }),
  // Administrator reads all records, but other people's own views are in nobody's list.
  listed: (engine) => sql`(${field(engine, 'scope')} <> 'Mine' or ${field(engine, 'user')} = ${userSlot})`,
  guard(right, ctx, record) {
    if (ctx.system || record.user === ctx.actor.user) return
    if (record.scope === 'Mine' || (right !== 'read' && !mayShare(ctx))) throw notPermitted(right, 'List View')
  },
  beforeSave(change) {
    const { after, before, ctx, engine, reject } = change
    if (!ctx.system) after.user = (before?.user ?? ctx.actor.user) as string
    if (before) after.ref_entity = before.ref_entity as string
    if (after.scope !== 'Role') after.role = null
    else if (!after.role) change.require('role')
    if (!ctx.system && after.scope !== 'Mine' && !mayShare(ctx)) throw notPermitted('write', 'List View')
    const entity = String(after.ref_entity ?? '')
    if (engine.models.get(entity) && !decide(engine, ctx, entity, 'read').allowed) {
      throw notPermitted('read', entity)
    }
    for (const { name, fits } of contents) {
      if (after[name] !== null && after[name] !== undefined && !fits(JSON.parse(String(after[name])))) {
        reject(name, { text: 'The value for {0} is not valid', args: [{ translate: labelOf(change, name) }] })
      }
    }
  },
  async afterSave({ after, ctx, engine, id, tx }) {
    if (after.is_default !== 1) return
    const { ref_entity = null, scope = null, role = null, user = null } = after
    const audience = { ref_entity, scope, role, is_default: 1, ...(scope === 'Mine' && { user }) }
    for (const other of await find(engine, 'List View', { where: audience, fields: ['id'], reader: tx })) {
      if (other.id === id) continue
      await updateIn(engine, { ...ctx, system: true }, tx, 'List View', other.id, { is_default: 0 })
    }
  },
}

const labelOf = ({ model }: Change, name: string) => model.byName.get(name)?.rule.label ?? name

const field = (engine: Engine, name: string) => sqlOf(engine, 'List View').field(name)

/** Own ones, those for everybody, and those of one's roles; of entities that one may read. */
function readable(engine: Engine, ctx: Context): Sql<boolean> {
  const entities = engine.models
    .all()
    .filter(({ id, kind }) => kind !== 'Table' && decide(engine, ctx, id, 'read').allowed)
    .map(({ id }) => id)
  const roles = [...ctx.actor.roles]
  const ofRole = mayShare(ctx)
    ? sql`${field(engine, 'scope')} = 'Role'`
    : sql`(${field(engine, 'scope')} = 'Role' and ${among(field(engine, 'role'), roles)})`
  const own = sql`(${field(engine, 'scope')} = 'Mine' and ${field(engine, 'user')} = ${userSlot})`
  const shared = sql`(${own} or ${field(engine, 'scope')} = 'Everybody' or ${ofRole})`
  return sql`${among(field(engine, 'ref_entity'), entities)} and ${shared}`
}

const among = (value: Sql<unknown>, texts: readonly string[]) =>
  texts.length === 0 ? sql`1 = 0` : sql`${value} in (${sql.join(texts)})`

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const contents: readonly { name: string; fits(value: unknown): boolean }[] = [
  { name: 'filters', fits: (value) => Array.isArray(value) || isPlainObject(value) },
  { name: 'sums', fits: isPlainObject },
  {
    name: 'columns',
    fits: (value) => Array.isArray(value) && value.length <= limits.tableRows && value.every(isColumn),
  },
]

const isColumn = (value: unknown) => isPlainObject(value) && typeof value.fieldname === 'string'
