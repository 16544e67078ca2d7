import { type EntityRecord, type Meta, textOf } from '@tavla/contract'
import { fieldUi, readRows, useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** Number of records in the preview's list, and maximum number of fields read of each. */
const recordCount = 3
const fieldCount = 60

/** The first records of the stored entity, with the values of all its fields; none if it has no list. */
export function useFirstRecords(stored: EntityRecord): readonly EntityRecord[] {
  const { client } = useEnvironment()
  const [records, setRecords] = useState<{ id: string; data: readonly EntityRecord[] }>()
  const { id, type } = stored
  const fields = readRows(stored.fields)
    .filter(({ fieldtype }) => {
      const { isUnlisted, isLongToRead } = fieldUi(textOf(fieldtype))
      return !isUnlisted && !isLongToRead
    })
    .map((row) => textOf(row.fieldname))
    .slice(0, fieldCount)
    .join()
  useEffect(() => {
    if (type !== 'Document') return
    let isCurrent = true
    const names = ['id', ...(fields === '' ? [] : fields.split(','))]
    // Without records the preview shows an example.
    client.entities.list(id, { fields: names, limit_page_length: recordCount }).then(
      ({ data }) => isCurrent && setRecords({ id, data }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, id, type, fields])
  return records?.id === id ? records.data : none
}

const none: readonly EntityRecord[] = []

/** The fields of the table entities in the draft, which its tables show. */
export function useChildFields(fields: unknown): Meta['links'] {
  const { client } = useEnvironment()
  const [links, setLinks] = useState<Meta['links']>([])
  const names = readRows(fields)
    .filter((row) => fieldUi(textOf(row.fieldtype)).hasRows)
    .map((row) => textOf(row.options))
    .filter(Boolean)
    .join('\n')
  useEffect(() => {
    if (names === '') return
    let isCurrent = true
    const read = async (name: string) => {
      const store = client.store(name)
      await store.loadMeta()
      return { id: name, title_field: null, fields: store.getSnapshot().meta?.doc_meta.fields ?? [] }
    }
    Promise.all([...new Set(names.split('\n'))].map(read)).then(
      (read) => isCurrent && setLinks(read),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, names])
  return links
}
