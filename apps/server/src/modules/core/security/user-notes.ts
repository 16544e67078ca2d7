import type { Change, Context } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'

/** The parts of a change that are logged. */
type UserChange = Pick<Change, 'before' | 'after' | 'tables' | 'ctx' | 'id' | 'afterCommit'>

/** Logs roles that a user got or lost, and users who were disabled. */
export function noteUserChange({ security }: Site, { before, after, tables, ctx, id, afterCommit }: UserChange): void {
  if (isServersOwn(ctx)) return
  const roles = [
    ...differences(before?.roles, tables.roles, 'role'),
    ...differences(before?.role_profiles, tables.role_profiles, 'role_profile'),
  ]
  const isDisabled = before?.enabled === 1 && after.enabled !== 1
  afterCommit(() => {
    const about = { outcome: 'Allowed', ctx, account: id } as const
    if (roles.length > 0) security.note({ ...about, event: 'Roles Changed', detail: roles.join(', ') })
    if (isDisabled) security.note({ ...about, event: 'User Disabled' })
  })
}

export function noteUserDeleted({ security }: Site, { ctx, id, afterCommit }: Change): void {
  if (isServersOwn(ctx)) return
  const detail = { text: 'Deleted' }
  afterCommit(() => security.note({ event: 'User Disabled', outcome: 'Allowed', ctx, account: id, detail }))
}

/** Added values with a plus, removed ones with a minus, sorted by name. */
export function differences(before: unknown, after: unknown, fieldname: string): string[] {
  const [old, now] = [before, after].map((rows) => valuesOf(rows, fieldname)) as [Set<string>, Set<string>]
  return [
    ...[...now.difference(old)].sort().map((name) => `+${name}`),
    ...[...old.difference(now)].sort().map((name) => `−${name}`),
  ]
}

function valuesOf(rows: unknown, fieldname: string): Set<string> {
  return new Set(Array.isArray(rows) ? rows.map((row: Record<string, unknown>) => String(row[fieldname])) : [])
}

/** True for work without a call, such as seeds. */
export const isServersOwn = ({ requestId }: Context) => requestId === ''
