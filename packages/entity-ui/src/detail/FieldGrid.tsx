import type { FieldMeta } from '@tavla/contract'
import { type CSSProperties, useDeferredValue } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import './field-grid.css'
import './detail.css'

export interface FieldGridProps {
  fields: readonly FieldMeta[]
  values: Readonly<Record<string, unknown>>
  /** Messages by fieldname. */
  errors?: Readonly<Record<string, string>>
  /** Must be stable between renderings, or every field renders again. */
  onChange?: ((fieldname: string, value: unknown) => void) | undefined
  /** Shows values instead of inputs. */
  readOnly?: boolean
  /** Makes read-only fields editable too (reference: screens, Detail form). */
  isForced?: boolean
  /** Maximum number of columns; fewer in a narrow place (reference: screens, Detail form). */
  columns?: number
  /**
   * In a long form, the number of fields in the first rendering; the others follow right after it, without
   * blocking the input.
   */
  near?: number | undefined
  /** Name of the field that takes the focus. */
  autoFocus?: string | undefined
}

/** Fields in columns, without hidden ones (reference: screens, Detail form). */
export function FieldGrid(props: FieldGridProps) {
  const { fields, values, errors = {}, onChange, readOnly = false, isForced = false, columns = 4, autoFocus } = props
  const { near } = props
  const isClosedLater = useDeferredValue<boolean | null>(readOnly, null)
  return (
    <div className="field-grid-place">
      <div
        className="field-grid"
        style={
          {
            '--columns': columns,
            '--columns-half': Math.min(columns, 2),
            '--columns-three': Math.min(columns, 3),
          } as CSSProperties
        }
      >
        {fields.map((field, index) => {
          const { fieldname } = field
          const isFar = near === undefined ? undefined : index >= near
          const isClosed = isFar ? isClosedLater : readOnly
          if (field.hidden === 1 || isClosed === null) return null
          const canChange = !isClosed && (isForced || field.read_only !== 1)
          return (
            <FieldFrame
              key={fieldname}
              field={field}
              value={values[fieldname]}
              values={values}
              error={errors[fieldname]}
              onChange={canChange ? onChange : undefined}
              isClosed={!isClosed && !canChange}
              autoFocus={fieldname === autoFocus}
              isFar={isFar}
            />
          )
        })}
      </div>
    </div>
  )
}
