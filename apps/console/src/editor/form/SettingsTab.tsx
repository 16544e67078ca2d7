import { FieldGrid, type RecordFormProps, SystemFields } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { withNewNames } from '../preview/draft-meta.ts'
import { NextId } from './NextId.tsx'
import { SearchFields } from './SearchFields.tsx'
import { settingsGroups } from './settings-fields.ts'

/** The settings of the entity as a whole: names and sorting, display, behaviour. */
export function SettingsTab({ meta, record, values: draft, errors, onChange, readOnly }: RecordFormProps) {
  const values = withNewNames(draft, record)
  const { naming_rule: rule, naming_value: pattern } = values
  const hasSeries = rule === 'Series' && typeof pattern === 'string' && pattern.trim() !== ''
  const nextId = hasSeries && meta.doc_meta.permissions.write === 1 && (
    <NextId entity={record.id} pattern={pattern.trim()} />
  )
  return (
    <div className="entity-form-part">
      {settingsGroups(meta, values).map(({ name, fields }) => (
        <section key={name} className={name === '' ? undefined : 'field-group'}>
          {name !== '' && (
            <h3>
              <Text source={name} />
            </h3>
          )}
          <FieldGrid
            fields={fields}
            values={values}
            errors={errors}
            onChange={onChange}
            readOnly={readOnly}
            columns={2}
          />
          {fields.some(({ fieldname }) => fieldname === 'naming_value') && nextId}
          {name === 'Display' && <SearchFields {...{ values, errors, onChange, readOnly }} />}
        </section>
      ))}
      <SystemFields record={record} />
    </div>
  )
}
