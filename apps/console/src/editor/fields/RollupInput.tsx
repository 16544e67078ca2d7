import { type FieldMeta, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { type Option, Select } from '@tavla/ui'
import { useSurroundings } from '../expressions/expression-context.ts'
import { storageKind } from '../field-kinds.ts'
import type { FieldRow } from '../field-row.ts'
import { RollupConditions } from './RollupConditions.tsx'
import { type DraftRollup, kindWords, readRollup, rollupKinds } from './rollup.ts'
import { type IncomingLink, useIncomingLinks } from './useIncomingLinks.ts'

interface RollupInputProps {
  /** English source text. */
  label: string
  row: FieldRow
  error: string | undefined
  onChange: ((value: DraftRollup | null) => void) | undefined
}

/** A value over the records that link here: which records, what of them, and under which conditions. */
export function RollupInput({ label, row, error, onChange }: RollupInputProps) {
  const { t } = useI18n()
  const { record } = useSurroundings()
  const links = useIncomingLinks(record.id)
  const rollup = readRollup(row.rollup)
  if (links.length === 0 && !rollup) return null
  const fieldtype = textOf(row.fieldtype)
  const isDate = ['date', 'datetime'].includes(storageKind(fieldtype) ?? '')
  const chosen = links.find((link) => keyOf(link) === (rollup && `${rollup.entity} ${rollup.link}`))
  const change = (changed: Partial<DraftRollup>) => {
    if (rollup) onChange?.({ ...rollup, ...changed })
  }
  const choose = (key: string) => {
    const link = links.find((one) => keyOf(one) === key)
    const kind = isDate ? 'latest' : 'count'
    onChange?.(link ? { entity: link.meta.id, link: link.path, kind, field: null, filters: null } : null)
  }
  const none = { value: '', label: t('None'), source: 'None' }
  const known = links.map((link) => ({ value: keyOf(link), label: nameOf(link, t), description: link.path }))
  const value = rollup ? `${rollup.entity} ${rollup.link}` : ''
  const kinds = rollupKinds.filter((kind) => !isDate || (kind !== 'count' && kind !== 'sum'))
  return (
    <div className="field-rollup">
      <Select
        label={<Text source={label} />}
        description={rollup && <Text source="This sum includes records that some people may not see." />}
        error={error}
        options={[none, ...known, ...(value === '' || chosen ? [] : [{ value, label: value }])]}
        value={value}
        disabled={!onChange}
        onChange={choose}
      />
      {rollup && (
        <Select
          label={<Text source="Kind" context="rollup" />}
          options={kinds.map((kind) => ({ value: kind, label: t(kindWords[kind] ?? ''), source: kindWords[kind] }))}
          value={rollup.kind}
          disabled={!onChange}
          onChange={(kind) => change({ kind, ...(kind === 'count' && { field: null }) })}
        />
      )}
      {rollup && rollup.kind !== 'count' && (
        <Select
          label={<Text source="Field" />}
          isRequired
          options={chosen ? sourcesOf(chosen, fieldtype, t) : []}
          value={textOf(rollup.field)}
          disabled={!onChange}
          onChange={(field) => change({ field })}
        />
      )}
      {rollup && chosen && onChange && (
        <RollupConditions meta={chosen.meta} filters={rollup.filters} onChange={(filters) => change({ filters })} />
      )}
    </div>
  )
}

type Say = (source: string) => string

const keyOf = ({ meta, path }: IncomingLink) => `${meta.id} ${path}`

const nameOf = ({ meta, table, field }: IncomingLink, t: Say) =>
  [meta.id, ...(table ? [table.label] : []), field.label].map((part) => t(part)).join(' › ')

/** The fields whose values fit: those of the record, and of the rows through which it links. */
function sourcesOf({ meta, table }: IncomingLink, fieldtype: string, t: Say): Option[] {
  const isDate = ['date', 'datetime'].includes(storageKind(fieldtype) ?? '')
  const fits = (field: FieldMeta) =>
    isDate
      ? storageKind(field.fieldtype) === storageKind(fieldtype)
      : ['integer', 'decimal'].includes(storageKind(field.fieldtype) ?? '')
  const rows = table ? (meta.links.find(({ id }) => id === table.options)?.fields ?? []) : []
  return [
    ...meta.doc_meta.fields.filter(fits).map((field) => ({ value: field.fieldname, label: t(field.label) })),
    ...rows.filter(fits).map((field) => ({
      value: `${table?.fieldname}.${field.fieldname}`,
      label: `${t(table?.label ?? '')} › ${t(field.label)}`,
    })),
  ]
}
