import { FieldGrid, type RecordFormProps } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import './rows.css'

interface RowsTabProps extends RecordFormProps {
  name: keyof typeof explanations
}

const explanations = {
  states: 'A value of this title is drawn in this color, wherever it stands.',
  permissions: 'What a role may do. Rights of several rows add up; level 1 stands for the fields of that level.',
} as const

/** A tab with the rows of one table of the definition. */
export function RowsTab({ meta, name, values, errors, onChange, readOnly }: RowsTabProps) {
  const fields = meta.doc_meta.fields.filter(({ fieldname }) => fieldname === name)
  return (
    <div className="entity-form-part">
      <p className="field-help">
        <Text source={explanations[name]} />
      </p>
      <div className={`entity-form-${name}`}>
        <FieldGrid
          fields={fields}
          values={values}
          errors={errors}
          onChange={onChange}
          readOnly={readOnly}
          columns={1}
        />
      </div>
    </div>
  )
}
