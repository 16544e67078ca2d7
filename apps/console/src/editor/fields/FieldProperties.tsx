import { textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Checkbox, Select, TextField } from '@tavla/ui'
import { type ReactNode, useId } from 'react'
import { isOn } from '../field-row.ts'
import { DefaultInput } from './DefaultInput.tsx'
import { useFieldDraft } from './draft-context.ts'
import type { FieldLineProps } from './FieldLine.tsx'
import { OptionsInput } from './OptionsInput.tsx'
import { PropertyInput } from './PropertyInput.tsx'
import './field-properties.css'

/** Flags of a field; flags that are fixed for built-in fields stand last. */
const flags = ['in_list_view', 'in_standard_filter', 'index', 'reqd', 'unique', 'read_only', 'hidden'] as const
const looks = new Set<string>(['in_list_view', 'in_standard_filter'])

type FieldPropertiesProps = Pick<FieldLineProps, 'row' | 'columns' | 'errors'> & {
  isFixed: boolean
  onCell: (fieldname: string, value: unknown) => void
}

/** All properties of a field except its names and its type. */
export function FieldProperties({ row, columns, errors, isFixed, onCell }: FieldPropertiesProps) {
  const groupsId = useId()
  const { values } = useFieldDraft()
  const property = (name: string) => columns.find((column) => column.fieldname === name)
  const set = (name: string) => (value: unknown) => onCell(name, value)
  const groups = new Set(readRows(values.fields).map((one) => textOf(one.field_group)))
  groups.delete('')
  const fixedSet = (name: string) => (isFixed ? undefined : set(name))
  return (
    <div className="field-properties">
      <Property error={errors?.options}>
        <OptionsInput row={row} onChange={fixedSet('options')} />
      </Property>
      <Property error={errors?.default}>
        <DefaultInput row={row} onChange={fixedSet('default')} />
      </Property>
      <TextField
        label={<Text source="Field Group" />}
        error={errors?.field_group}
        list={groupsId}
        maxLength={140}
        value={textOf(row.field_group)}
        onChange={set('field_group')}
      />
      <datalist id={groupsId}>
        {[...groups].map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
      <Select
        label={<Text source="Permission Level" />}
        description={<Text source="Level 1 is for roles whose rules name it." />}
        error={errors?.permlevel}
        options={['0', '1'].map((level) => ({ value: level, label: level }))}
        value={row.permlevel === 1 ? '1' : '0'}
        disabled={isFixed}
        onChange={(level) => onCell('permlevel', Number(level))}
      />
      <div className="field-description">
        <PropertyInput
          field={property('description')}
          row={row}
          error={errors?.description}
          onChange={set('description')}
        />
      </div>
      <div className="field-flags">
        {flags.map((name) => (
          <Property key={name} error={errors?.[name]}>
            <Checkbox
              isChecked={isOn(row[name])}
              disabled={isFixed && !looks.has(name)}
              onChange={(isChecked) => onCell(name, isChecked ? 1 : 0)}
            >
              <Text source={property(name)?.label ?? name} />
            </Checkbox>
          </Property>
        ))}
      </div>
    </div>
  )
}

/** A property, with the errors of the last save below it. */
function Property({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div className="field-property" data-invalid={error === undefined ? undefined : true}>
      {children}
      {error !== undefined && (
        <p className="field-error" role="alert" dir="auto">
          {error}
        </p>
      )}
    </div>
  )
}
