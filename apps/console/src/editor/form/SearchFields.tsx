import { textOf } from '@tavla/contract'
import { fieldUi, type RecordFormProps, readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, FieldBox, useGroupWiring } from '@tavla/ui'
import type { ReactNode } from 'react'
import { readNames, writeNames } from './field-names.ts'

type SearchFieldsProps = Pick<RecordFormProps, 'values' | 'errors' | 'onChange' | 'readOnly'>

/** A checkbox for each field that link suggestions may search. */
export function SearchFields({ values, errors, onChange, readOnly }: SearchFieldsProps) {
  const { t } = useI18n()
  const names = readNames(values.search_fields)
  const rows = readRows(values.fields)
  if (readOnly) {
    const labels = names.map((name) => textOf(rows.find((row) => row.fieldname === name)?.label) || name)
    return (
      <dl className="field field-read">
        <dt className="field-label">
          <Text source="Search Fields" />
        </dt>
        <dd className="field-value">
          {labels.length === 0 ? (
            <span className="field-blank">–</span>
          ) : (
            <bdi>{labels.map((one) => t(one)).join(', ')}</bdi>
          )}
        </dd>
      </dl>
    )
  }
  const offered = rows.filter(
    (row) => fieldUi(textOf(row.fieldtype)).isSearched || names.includes(textOf(row.fieldname)),
  )
  if (offered.length === 0) return null
  const toggle = (name: string, isChecked: boolean) => {
    const kept = names.filter((one) => one !== name)
    onChange('search_fields', writeNames(isChecked ? [...kept, name] : kept))
  }
  return (
    <div className="field-edit">
      <FieldBox label={<Text source="Search Fields" />} error={errors.search_fields}>
        <Group>
          {offered.map((row) => {
            const name = textOf(row.fieldname)
            return (
              <Checkbox key={name} isChecked={names.includes(name)} onChange={(isChecked) => toggle(name, isChecked)}>
                <Text source={textOf(row.label) || name} />
              </Checkbox>
            )
          })}
        </Group>
      </FieldBox>
    </div>
  )
}

function Group({ children }: { children: ReactNode }) {
  const { labelling } = useGroupWiring()
  return (
    <fieldset className="field-flags" {...labelling}>
      {children}
    </fieldset>
  )
}
