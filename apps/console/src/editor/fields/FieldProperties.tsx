import { canBeMasked, textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Checkbox, Select } from '@tavla/ui'
import { isOn } from '../field-row.ts'
import { DefaultInput } from './DefaultInput.tsx'
import { useFieldDraft } from './draft-context.ts'
import { FieldConditions } from './FieldConditions.tsx'
import { FieldLayout } from './FieldLayout.tsx'
import type { FieldLineProps } from './FieldLine.tsx'
import { FieldValues } from './FieldValues.tsx'
import { OptionsInput } from './OptionsInput.tsx'
import { Property } from './Property.tsx'
import { PropertyInput } from './PropertyInput.tsx'
import { SuggestedText } from './SuggestedText.tsx'
import './field-properties.css'

/** Flags of a field; flags that are fixed for built-in fields stand last. */
const flags = [
  ...(['in_list_view', 'in_standard_filter', 'index', 'reqd', 'unique', 'read_only', 'hidden', 'personal'] as const),
]
const looks = new Set<string>(['in_list_view', 'in_standard_filter'])

/** A field that cannot be masked shows the flag where it is on already, so that an operator can take it off. */
const canBePersonal = ({ fieldtype, personal }: FieldLineProps['row']) =>
  canBeMasked(textOf(fieldtype)) || isOn(personal)

type FieldPropertiesProps = Pick<FieldLineProps, 'row' | 'columns' | 'errors'> & {
  isFixed: boolean
  onCell: (fieldname: string, value: unknown) => void
}

/** All properties of a field except its names and its type. */
export function FieldProperties({ row, columns, errors, isFixed, onCell }: FieldPropertiesProps) {
  const { values } = useFieldDraft()
  const property = (name: string) => columns.find((column) => column.fieldname === name)
  const set = (name: string) => (value: unknown) => onCell(name, value)
  const fixedSet = (name: string) => (isFixed ? undefined : set(name))
  return (
    <div className="field-properties">
      <PropertyInput field={property('label_he')} row={row} error={errors?.label_he} onChange={set('label_he')} />
      <Property error={errors?.options}>
        <OptionsInput row={row} onChange={fixedSet('options')} />
      </Property>
      <Property error={errors?.default}>
        <DefaultInput row={row} onChange={fixedSet('default')} />
      </Property>
      <SuggestedText
        label="Field Group"
        error={errors?.field_group}
        options={readRows(values.fields).map((one) => textOf(one.field_group))}
        value={textOf(row.field_group)}
        onChange={set('field_group')}
      />
      <Select
        label={<Text source="Permission Level" />}
        description={<Text source="Level 1 is for roles whose rules name it." />}
        error={errors?.permlevel}
        options={['0', '1'].map((level) => ({ value: level, label: level }))}
        value={row.permlevel === 1 ? '1' : '0'}
        disabled={isFixed}
        onChange={(level) => onCell('permlevel', Number(level))}
      />
      <div className="field-descriptions">
        {['description', 'description_he'].map((name) => (
          <PropertyInput key={name} field={property(name)} row={row} error={errors?.[name]} onChange={set(name)} />
        ))}
      </div>
      <div className="field-flags">
        {flags
          .filter((name) => name !== 'personal' || canBePersonal(row))
          .map((name) => (
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
      <FieldLayout {...{ row, property, errors, set }} />
      <FieldConditions {...{ row, property, errors, set }} />
      <FieldValues {...{ row, property, errors, set }} />
    </div>
  )
}
