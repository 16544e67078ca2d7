import type { FieldMeta } from '@tavla/contract'
import type { CSSProperties } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import './detail.css'

export interface FieldGridProps {
  fields: readonly FieldMeta[]
  values: Readonly<Record<string, unknown>>
  /** Messages by fieldname. */
  errors?: Readonly<Record<string, string>>
  onChange?: ((fieldname: string, value: unknown) => void) | undefined
  /** Draws values in place of inputs. */
  readOnly?: boolean
  /** Read-only fields are editable too (spec 4: unless forced). */
  isForced?: boolean
  /** Columns where there is room; fewer in a narrow place (spec 2.10: 4). */
  columns?: number
  /** The field that takes the focus. */
  autoFocus?: string | undefined
}

/** Fields in columns. Hidden ones are never drawn (spec 2.11). */
export function FieldGrid(props: FieldGridProps) {
  const { fields, values, errors = {}, onChange, readOnly = false, isForced = false, columns = 4, autoFocus } = props
  return (
    <div className="field-grid-place">
      <div
        className="field-grid"
        style={{ '--columns': columns, '--columns-half': Math.min(columns, 2) } as CSSProperties}
      >
        {fields.map((field) => {
          const { fieldname } = field
          const canChange = onChange && !readOnly && (isForced || field.read_only !== 1)
          if (field.hidden === 1) return null
          return (
            <FieldFrame
              key={fieldname}
              field={field}
              value={values[fieldname]}
              values={values}
              error={errors[fieldname]}
              onChange={canChange ? (value) => onChange(fieldname, value) : undefined}
              autoFocus={fieldname === autoFocus}
            />
          )
        })}
      </div>
    </div>
  )
}
