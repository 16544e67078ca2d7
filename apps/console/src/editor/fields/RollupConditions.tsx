import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, Select, TextField } from '@tavla/ui'
import { useState } from 'react'
import { storageKind } from '../field-kinds.ts'
import { operators, type RollupCondition, readConditions, writeConditions } from './rollup.ts'

interface RollupConditionsProps {
  /** The fields of the records that are counted. */
  fields: readonly FieldMeta[]
  filters: unknown
  onChange: ((filters: unknown) => void) | undefined
}

const unlisted = new Set(['table', 'secret', 'json'])

/** Which of the records count: each condition is a field, a sign and a value. */
export function RollupConditions({ fields, filters, onChange }: RollupConditionsProps) {
  const { t } = useI18n()
  const read = readConditions(filters)
  // A condition without a field is not part of the filters yet.
  const [blanks, setBlanks] = useState(0)
  if (!read) {
    return (
      <bdi dir="ltr" className="editor-name">
        {JSON.stringify(filters)}
      </bdi>
    )
  }
  const blank: RollupCondition = { fieldname: '', operator: '=', value: '' }
  const conditions = [...read, ...Array.from({ length: blanks }, () => blank)]
  const offered = fields.filter(({ fieldtype }) => !unlisted.has(storageKind(fieldtype) ?? 'table'))
  const change = (index: number, changed: Partial<RollupCondition>) => {
    const next = conditions.map((one, at) => (at === index ? { ...one, ...changed } : one))
    setBlanks(next.filter(({ fieldname }) => fieldname === '').length)
    onChange?.(writeConditions(next))
  }
  const remove = (index: number) => {
    const next = conditions.toSpliced(index, 1)
    setBlanks(next.filter(({ fieldname }) => fieldname === '').length)
    onChange?.(writeConditions(next))
  }
  return (
    <fieldset className="rollup-conditions">
      <legend className="field-label">
        <Text source="Filters" />
      </legend>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name while it is typed
        <div key={index} className="rollup-condition">
          <Select
            aria-label={t('Field')}
            options={offered.map(({ fieldname, label }) => ({ value: fieldname, label: t(label) }))}
            value={condition.fieldname}
            disabled={!onChange}
            onChange={(fieldname) => change(index, { fieldname })}
          />
          <Select
            aria-label={t('Conditions')}
            options={operators.map((value) => ({ value, label: value }))}
            value={condition.operator}
            disabled={!onChange}
            onChange={(operator) => change(index, { operator })}
          />
          <TextField
            aria-label={t('Value')}
            value={condition.value}
            disabled={!onChange}
            onChange={(value) => change(index, { value })}
          />
          {onChange && <IconButton icon="close" size="small" label={t('Remove')} onClick={() => remove(index)} />}
        </div>
      ))}
      {onChange && (
        <Button size="small" variant="quiet" icon={<Icon name="add" />} onClick={() => setBlanks(blanks + 1)}>
          <Text source="Add Filter" />
        </Button>
      )}
    </fieldset>
  )
}
