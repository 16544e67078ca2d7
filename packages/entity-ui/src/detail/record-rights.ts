import type { EntityRecord, Meta } from '@tavla/contract'

/** What the signed-in user may do with this record, as far as meta tells; the server decides (contract 2.1, 5). */
export function recordRights(meta: Meta, record: EntityRecord, user: string) {
  const { permissions, fields } = meta.doc_meta
  const isMine = permissions.if_owner !== 1 || record.owner === user
  const hasOpenField = fields.some((field) => field.read_only !== 1 && field.hidden !== 1)
  return {
    canEdit: permissions.write === 1 && isMine && hasOpenField,
    canDelete: permissions.delete === 1 && isMine && meta.type !== 'Settings',
  }
}
