import type { ApiError } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'

/** The reasons why nothing was changed, record by record (reference: screens, List choices). */
export function BulkFailure({ error, fields }: { error: ApiError; fields: readonly FieldMeta[] }) {
  const { t } = useI18n()
  const failed = new Set(error.errors.map((one) => one.id ?? one.index)).size
  if (failed === 0)
    return (
      <p className="field-error" role="alert" dir="auto">
        <ErrorMessage error={error} />
      </p>
    )
  const labelOf = (name: string) => fields.find((field) => field.fieldname === name)?.label
  return (
    <div className="bulk-failure" role="alert">
      <p className="field-error">
        <Text source="Nothing was changed. Records that failed: {0}" args={[failed]} />
      </p>
      <ul>
        {error.errors.map(({ id, index, fieldname, message }) => {
          const label = labelOf(fieldname)
          return (
            <li key={`${id ?? index}/${fieldname}`} title={label && t(label)}>
              <bdi dir="ltr">{id ?? index}</bdi> <span dir="auto">{message}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
