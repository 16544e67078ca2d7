import { isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { isBlank, isNamedByInterface, useFieldForm } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { Cell } from './Cell.tsx'
import { IdText } from './IdText.tsx'

/** A record's title; its id if there is no title field or the title is blank; invisible while the row is read again. */
export function RecordTitle({ record, field }: { record: EntityRecord; field: FieldMeta | undefined }) {
  const { meta } = useFieldForm()
  if (!isRead(record)) return <bdi className="visually-hidden">{record.id}</bdi>
  if (!field || isBlank(record[field.fieldname]))
    return meta?.type === 'Settings' || isNamedByInterface(meta?.id ?? '') ? (
      <InterfaceName name={record.id} />
    ) : (
      <IdText id={record.id} />
    )
  return <Cell field={field} record={record} />
}

/**
 * The id of settings is the name of their entity; names of entities and roles are translated if the dictionary has them
 * (reference: texts, Translating; screens, Lists).
 */
function InterfaceName({ name }: { name: string }) {
  const { t } = useI18n()
  return <bdi data-source={name}>{t(name, undefined, name)}</bdi>
}
