import type { Meta } from '@tavla/contract'

/** True where a definition shows its reader less than before: what was read until then may hold what nobody shows them now. */
export function isNarrowed(former: Meta, meta: Meta): boolean {
  const { read, if_owner: isOwnOnly } = meta.doc_meta.permissions
  const was = former.doc_meta.permissions
  if (read < was.read || isOwnOnly > was.if_owner) return true
  const names = new Set(namesOf(meta))
  return namesOf(former).some((name) => !names.has(name))
}

/** The fields of an entity and of its rows; a field that changes its type is another one. */
const namesOf = ({ id, all_fields, links }: Meta): string[] =>
  [{ id, fields: all_fields }, ...links].flatMap(({ id: entity, fields }) =>
    fields.map(({ fieldname, fieldtype }) => `${entity}.${fieldname}.${fieldtype}`),
  )
