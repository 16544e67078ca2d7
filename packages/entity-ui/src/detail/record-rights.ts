import type { EntityRecord, Meta, MetaPermissions } from '@tavla/contract'

/**
 * The rights of the signed-in user on this record: what its own answer says, and until then what meta shows (reference:
 * http-api, Reading; metadata, Meta; metadata, Permission rule).
 */
export function recordRights(meta: Meta, record: EntityRecord, user: string) {
  const { permissions, fields } = meta.doc_meta
  const told = (record._rights ?? {}) as Partial<Record<'write' | 'delete', unknown>>
  const may = (right: 'write' | 'delete') =>
    told[right] === undefined ? mayDo(permissions, right, record.owner, user) : told[right] === 1
  const hasOpenField = fields.some((field) => field.read_only !== 1 && field.hidden !== 1)
  const canWrite = may('write')
  return {
    canWrite,
    canEdit: canWrite && hasOpenField,
    canDelete: may('delete') && meta.type !== 'Settings',
    canRename: canWrite && meta.doc_meta.allow_rename === 1,
  }
}

/** True if a right holds for a record of this owner. A row of a list has no owner, and counts as anyone's. */
export function mayDo(
  permissions: MetaPermissions,
  right: 'write' | 'delete',
  owner: string | undefined,
  user: string,
): boolean {
  const isForOwn = permissions.if_owner === 1 || permissions[`${right}_own`] === 1
  return permissions[right] === 1 && (!isForOwn || owner === undefined || owner === user)
}
