import { type FieldMeta, textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { type Option, Select } from '@tavla/ui'
import { useSurroundings } from '../expressions/expression-context.ts'
import { storageKind } from '../field-kinds.ts'
import type { FieldRow } from '../field-row.ts'
import { useMetas } from '../useMetas.ts'

interface FetchInputProps {
  row: FieldRow
  error: string | undefined
  onChange: ((value: unknown) => void) | undefined
}

/** A link of the record, and the entity to which it leads. */
interface LinkAhead {
  path: string
  label: string
  target: string
}

/** The field of a linked record from which the value comes along, chosen among those of its own kind. */
export function FetchInput({ row, error, onChange }: FetchInputProps) {
  const { t } = useI18n()
  const { values, parent } = useSurroundings()
  const links = [
    ...readRows(values.fields).flatMap((one) => linkOf(one, '')),
    ...(parent?.doc_meta.fields ?? []).flatMap((field) => linkOf(field, 'parent.')),
  ]
  const metas = useMetas(links.map(({ target }) => target))
  const value = textOf(row.fetch_from)
  const kind = storageKind(textOf(row.fieldtype) || 'Data')
  const fits = (field: FieldMeta) => storageKind(field.fieldtype) === kind && field.permlevel === 0
  const options = links.flatMap(({ path, label, target }) => {
    const fields = metas.find(({ id }) => id === target)?.doc_meta.fields ?? []
    return fields.filter(fits).map(
      (field): Option => ({
        value: `${path}.${field.fieldname}`,
        label: `${t(label)} › ${t(field.label)}`,
        description: `${path}.${field.fieldname}`,
      }),
    )
  })
  if (options.length === 0 && value === '') return null
  const none = { value: '', label: t('None'), source: 'None' }
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      label={<Text source="Fetch From" />}
      description={<Text source="The value comes along when the link is set." />}
      error={error}
      options={[none, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
      value={value}
      disabled={!onChange}
      onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
    />
  )
}

function linkOf(field: FieldRow | FieldMeta, prefix: string): LinkAhead[] {
  const [name, target] = [textOf(field.fieldname), textOf(field.options)]
  if (field.fieldtype !== 'Link' || name === '' || target === '') return []
  return [{ path: prefix + name, label: textOf(field.label) || name, target }]
}
