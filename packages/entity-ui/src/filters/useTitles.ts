import { type Client, type EntityState, filteredField, leavesOf } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { textOf } from './operators.ts'

/**
 * The titles of the linked records that the filters of a list name, by `fieldname` and id. The hook asks the
 * server once for titles that no loaded row shows.
 */
export function useTitles(state: EntityState): ReadonlyMap<string, string> {
  const { client } = useEnvironment()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const { entity, meta, filters, status } = state
  const wanted = leavesOf(filters).flatMap(([name, operator, value]) => {
    const field = meta && filteredField(meta, name)
    return field && isLink(field) ? idsIn(operator, value).map((id) => ({ field, id, key: `${name}\n${id}` })) : []
  })
  const unknown = wanted.filter(({ field, id, key }) => !titles.has(key) && !isShown(state, field.fieldname, id))
  const question =
    status === 'ready' ? JSON.stringify(unknown.map(({ field, id }) => [field.fieldname, id, field.options])) : '[]'
  useEffect(() => {
    const asked = JSON.parse(question) as [string, string, string][]
    if (asked.length === 0) return
    let isHere = true
    const read = async () => {
      const found = new Map(asked.map(([name, id]) => [`${name}\n${id}`, id]))
      for (const name of new Set(asked.map(([one]) => one))) {
        const ids = asked.flatMap(([one, id]) => (one === name ? [id] : []))
        const target = asked.find(([one]) => one === name)?.[2] ?? ''
        const named = name.includes('.') ? inRows(client, entity, target, ids) : inRecords(client, entity, name, ids)
        for (const [id, title] of await named) found.set(`${name}\n${id}`, title)
      }
      if (isHere) setTitles((known) => new Map([...known, ...found]))
    }
    // Without titles the chips show ids.
    read().catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [client, entity, question])
  return titles
}

async function inRecords({ entities }: Client, entity: string, name: string, ids: readonly string[]) {
  const values = await entities.values(entity, { field: name, filters: { [name]: ['in', ids] } })
  return values.map(({ value, title }) => [textOf(value), title] as const)
}

/** The values of a table's rows are not asked for, so the linked records are. */
async function inRows({ entities }: Client, entity: string, target: string, ids: readonly string[]) {
  const items = await entities.resolveLinks({ entity: target, texts: [...ids], reference_entity: entity })
  return items.flatMap(({ value, label }) => (value === null ? [] : [[value, label ?? value] as const]))
}

const isLink = ({ fieldtype }: FieldMeta) => {
  const { filterKind, isPill } = fieldUi(fieldtype)
  return filterKind === 'choice' && !isPill
}

/** The ids that a condition names; other operators compare with parts of them. */
const idsIn = (operator: string, value: unknown): string[] => {
  const all = ['=', '!=', 'in', 'not in'].includes(operator)
    ? Array.isArray(value)
      ? (value as unknown[])
      : [value]
    : []
  return all.filter((one): one is string => typeof one === 'string' && one !== '' && one !== '__user')
}

const isShown = ({ activeList }: EntityState, fieldname: string, id: string) =>
  activeList.some((row) => row[fieldname] === id && row._link_titles?.[fieldname] !== undefined)
