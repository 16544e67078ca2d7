import type { FieldMeta, Meta } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { useMetas } from '../useMetas.ts'

/** A link to this entity: of records, or of the rows of one of their tables. */
export interface IncomingLink {
  meta: Meta
  /** `customer`, or `lines.product`. */
  path: string
  /** The Table field, where the link stands in its rows. */
  table?: FieldMeta
  field: FieldMeta
}

/** The links through which other records lead to records of this entity. */
export function useIncomingLinks(id: string): readonly IncomingLink[] {
  const { client } = useEnvironment()
  const [names, setNames] = useState<{ id: string; found: readonly string[] }>({ id, found: [] })
  useEffect(() => {
    let isCurrent = true
    const naming = async (target: readonly string[]) => {
      const filters = { 'fields.options': ['in', target] }
      const { data } = await client.entities.list('Entity', { filters, fields: ['id', 'type'], limit_page_length: 100 })
      return data
    }
    const read = async () => {
      const linking = await naming([id])
      const tables = linking.filter(({ type }) => type === 'Table').map((one) => one.id)
      const holding = tables.length > 0 ? await naming(tables) : []
      const documents = [...linking, ...holding].filter(({ type }) => type === 'Document')
      if (isCurrent) setNames({ id, found: documents.map((one) => one.id) })
    }
    // Without an answer nothing is offered.
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [client, id])
  const metas = useMetas(names.id === id ? names.found : [])
  return metas.flatMap((meta) => linksIn(meta, id))
}

function linksIn(meta: Meta, id: string): IncomingLink[] {
  const leadsHere = ({ fieldtype, options }: FieldMeta) => fieldtype === 'Link' && options === id
  return meta.doc_meta.fields.flatMap((field): IncomingLink[] => {
    if (leadsHere(field)) return [{ meta, path: field.fieldname, field }]
    const rows = field.fieldtype === 'Table' ? meta.links.find((link) => link.id === field.options) : undefined
    return (rows?.fields ?? [])
      .filter(leadsHere)
      .map((own) => ({ meta, path: `${field.fieldname}.${own.fieldname}`, table: field, field: own }))
  })
}
