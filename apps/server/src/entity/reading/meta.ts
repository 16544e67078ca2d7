import { createHash } from 'node:crypto'
import {
  type DocMeta,
  type FieldGroup,
  type FieldMeta,
  type Meta,
  notPermitted,
  type StateMeta,
  type TransitionMeta,
} from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { formTabsOf } from '../model/form-tabs.ts'
import type { Model } from '../model/model.ts'
import { linesOf } from '../model/text-lines.ts'
import type { Context } from '../people/actor.ts'
import { mayReadDefinition } from '../people/definitions.ts'
import { canReadField, canWriteField, type Rights, rightsOf } from '../people/permissions.ts'

/** The meta of an entity for this user, and its ETag (reference: metadata, Meta). @throws Problem 403, 404 */
export function entityMeta(engine: Engine, ctx: Context, name: string): { meta: Meta; etag: string } {
  const model = engine.models.require(name)
  const rights = rightsOf(engine, ctx.actor, model)
  if (rights.read === 'none' && !ctx.system) throw notPermitted('read', name)
  const hash = createHash('sha256')
    .update(permissionText(engine, ctx, model))
    .digest('hex')
    .slice(0, 12)
  return { meta: buildMeta(engine, ctx, model, rights), etag: `"${encodeURIComponent(name)}-${model.version}-${hash}"` }
}

function buildMeta(engine: Engine, ctx: Context, model: Model, rights: Rights): Meta {
  const fields = fieldsFor(ctx, model, rights)
  const system = (name: string) => model.byName.get(name)?.meta
  const drawn = fields.filter((field) => field.hidden === 0)
  const groups = Map.groupBy(drawn, (field) => field.field_group ?? '')
  const named = [...groups].filter(([name]) => name !== '')
  const { tabOf } = formTabsOf(model.definition.fields)
  const groupOf = (group_name: string): FieldGroup => ({
    group_name,
    form_tab: tabOf.get(group_name) ?? null,
    fields: groups.get(group_name) ?? [],
  })
  const tabs = new Set([...groups.keys()].flatMap((name) => tabOf.get(name) ?? []))
  return {
    id: model.id,
    module: model.module,
    app_name: model.app,
    type: model.kind,
    schema_version: model.version,
    doc_meta: {
      ...docMetaOf(model),
      transitions: transitionMetas(model, mayReadDefinition(engine, ctx, model)),
      fields,
      permissions: permissionsOf(rights),
    },
    all_fields: [
      ...present(system('id')),
      ...fields.filter((field) => field.fieldname !== 'id'),
      ...['owner', 'creation', 'modified', 'modified_by'].flatMap((name) => present(system(name))),
    ],
    field_groups: named.map(([name]) => groupOf(name)),
    default_field_group: groupOf(''),
    form_tabs: [...new Set(tabOf.values())].filter((tab) => tab !== null).filter((tab) => tabs.has(tab)),
    states: statesOf(model),
    links: childMetas(engine, ctx, model, rights),
  }
}

/** The parts of `Meta.doc_meta` that depend only on the definition; fields and permissions are added per user. */
function docMetaOf(model: Model): Omit<DocMeta, 'fields' | 'permissions' | 'transitions'> {
  const { definition } = model
  return {
    id: model.id,
    title_field: model.titleField && model.titleField.name !== 'id' ? model.titleField.name : null,
    image_field: model.imageField?.name ?? null,
    search_fields: model.searchFields.map((field) => field.name),
    layout: definition.layout ?? 'List',
    sort_field: model.sortField.name,
    sort_order: model.sortDescending ? 'DESC' : 'ASC',
    naming_rule: definition.naming_rule ?? 'Hash',
    has_communication: model.hasCommunication ? 1 : 0,
    allow_rename: definition.allow_rename === 1 ? 1 : 0,
    track_changes: (definition.track_changes ?? 1) === 1 ? 1 : 0,
    has_trash: model.hasTrash ? 1 : 0,
    has_notes: model.hasNotes ? 1 : 0,
    state_field: model.stateField?.name ?? null,
    icon: definition.icon ?? null,
    states: statesOf(model),
  }
}

function statesOf(model: Model): StateMeta[] {
  return (model.definition.states ?? []).map(({ title, color }) => ({ title, color: color ?? 'Gray' }) as StateMeta)
}

/** A condition may name what only the definition's readers may know. */
function transitionMetas({ definition }: Model, showsConditions: boolean): TransitionMeta[] {
  return (definition.transitions ?? []).map((row, index) => ({
    id: row.id ?? String(index + 1),
    title: row.title,
    from_states: linesOf(row.from_states),
    to_state: row.to_state,
    roles: linesOf(row.roles),
    condition: (showsConditions && row.condition) || null,
    else_text: row.else_text ?? null,
    needs_reason: row.needs_reason ?? 0,
    ask_fields: linesOf(row.ask_fields),
    is_primary: row.is_primary ?? 0,
  }))
}

function childMetas(engine: Engine, ctx: Context, model: Model, rights: Rights): Meta['links'] {
  const tables = model.tables.filter((field) => ctx.system || canReadField(rights, field, false))
  const names = new Set(tables.map((field) => field.rule.options ?? ''))
  return [...names].flatMap((name) => {
    const child = engine.models.get(name)
    if (!child) return []
    return [{ id: child.id, title_field: child.titleField?.name ?? null, fields: fieldsFor(ctx, child, rights) }]
  })
}

/** Fields that the user may read; those that they may not write are marked as read-only. */
function fieldsFor(ctx: Context, model: Model, rights: Rights): FieldMeta[] {
  // A level that holds for own records only counts here: each record's own answer decides which values it shows.
  const readable = (field: Field) => ctx.system === true || canReadField(rights, field, true)
  return model.fields.filter(readable).map((field) => {
    const writable = ctx.system || canWriteField(rights, field, true)
    return writable ? field.meta : { ...field.meta, read_only: 1 as const }
  })
}

function permissionsOf(rights: Rights): Meta['doc_meta']['permissions'] {
  const flag = (scope: string) => (scope === 'none' ? 0 : 1)
  const given = [rights.read, rights.write, rights.delete].filter((scope) => scope !== 'none')
  return {
    read: flag(rights.read),
    write: flag(rights.write),
    create: flag(rights.create),
    delete: flag(rights.delete),
    if_owner: given.length > 0 && given.every((scope) => scope === 'own') ? 1 : 0,
    write_own: rights.write === 'own' ? 1 : 0,
    delete_own: rights.delete === 'own' ? 1 : 0,
  }
}

/** Increase it with each new key of the answer: a copy cached by a browser lacks the key. */
const shape = 4

/** Everything but the definition on which the answer depends: this user's rights, and the child entities' versions. */
function permissionText(engine: Engine, ctx: Context, model: Model): string {
  const { because: _, ...rights } = rightsOf(engine, ctx.actor, model)
  const children = model.tables.map((field) => engine.models.get(field.rule.options ?? '')?.version)
  const showsConditions = mayReadDefinition(engine, ctx, model)
  return JSON.stringify([rights, children, ctx.system, showsConditions, shape])
}

const present = (meta: FieldMeta | undefined): FieldMeta[] => (meta ? [meta] : [])
