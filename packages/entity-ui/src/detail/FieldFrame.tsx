import type { FieldMeta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import { Suspense } from 'react'

export interface FieldFrameProps {
  field: FieldMeta
  value: unknown
  values: Readonly<Record<string, unknown>>
  error?: string | undefined
  /** Without it the field is drawn for reading. */
  onChange?: ((value: unknown) => void) | undefined
  autoFocus?: boolean
}

/** One field of a form: its label, its input or value, help and what is wrong with it. */
export function FieldFrame({ field, value, values, error, onChange, autoFocus = false }: FieldFrameProps) {
  const { Input, View, drawsBlank, wide } = fieldUi(field.fieldtype)
  const label = <Text source={field.label} />
  if (!onChange) {
    const isEmpty = isBlank(value) && !drawsBlank
    return (
      // A dash needs no whole row.
      <dl className="field field-read" data-field={field.fieldname} data-wide={isEmpty ? undefined : wide}>
        <dt className="field-label">{label}</dt>
        <dd className="field-value">
          {isEmpty ? (
            <span className="field-blank">–</span>
          ) : (
            <Suspense fallback={null}>
              <View field={field} value={value} values={values} />
            </Suspense>
          )}
        </dd>
      </dl>
    )
  }
  return (
    <div className="field-edit" data-field={field.fieldname} data-wide={wide}>
      <FieldBox
        label={label}
        description={field.description ? <Text source={field.description} /> : undefined}
        error={error}
        isRequired={field.reqd === 1}
      >
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <Input field={field} value={value} values={values} onChange={onChange} autoFocus={autoFocus} />
        </Suspense>
      </FieldBox>
    </div>
  )
}
