import type { FieldMeta } from '@tavla/contract'
import { fieldUi, isBlank, useFieldForm } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import { type CSSProperties, memo, Suspense, use, useMemo } from 'react'
import { viewOfEntity } from './entity-views.ts'
import { FieldMark } from './FieldMark.tsx'
import { FieldPlace } from './FieldPlace.tsx'
import { FieldHeightsContext } from './field-heights.ts'
import { HeavyInput } from './HeavyInput.tsx'
import { isSameFrame } from './same-frame.ts'

export interface FieldFrameProps {
  field: FieldMeta
  value: unknown
  /** Values of the whole form; a frame renders again only for those that its field reads. */
  values: Readonly<Record<string, unknown>>
  error?: string | undefined
  /** Without it the field is read-only. */
  onChange?: ((fieldname: string, value: unknown) => void) | undefined
  autoFocus?: boolean
  /** Set in long forms, which render heavy inputs only near the viewport: true if the field is below the first screen. */
  isFar?: boolean | undefined
}

/**
 * One field of a form: label, input or value, help and error. It renders again only for changes of its own, so that a
 * key in a long form does not wait for the other fields.
 */
export const FieldFrame = memo(function FieldFrame(props: FieldFrameProps) {
  const { field, value, values, error, onChange, autoFocus = false, isFar } = props
  const { fieldname } = field
  const { Input, wide, isHeavy } = fieldUi(field.fieldtype)
  const height = use(FieldHeightsContext).get(fieldname)
  const change = useMemo(() => onChange && ((next: unknown) => onChange(fieldname, next)), [onChange, fieldname])
  if (!change) return <FieldRead field={field} value={value} values={values} />
  const input = { field, value, values, onChange: change, autoFocus }
  return (
    <div
      className="field-edit"
      data-field={fieldname}
      data-wide={wide}
      data-span={field.span || undefined}
      data-new-row={field.new_row === 1 || undefined}
      style={height === undefined ? undefined : ({ '--read': `${height}px` } as CSSProperties)}
    >
      <FieldBox
        label={<Text source={field.label} />}
        description={field.description ? <Text source={field.description} /> : undefined}
        error={error}
        isRequired={field.reqd === 1}
      >
        <Suspense fallback={<FieldPlace field={field} value={value} isInput />}>
          {isHeavy && isFar !== undefined ? <HeavyInput {...input} isFar={isFar} /> : <Input {...input} />}
        </Suspense>
      </FieldBox>
      <FieldMark field={field} />
    </div>
  )
}, isSameFrame)

/** The same place with the value as it is stored: what it reserves, the box of its input fills. */
function FieldRead({ field, value, values }: Pick<FieldFrameProps, 'field' | 'value' | 'values'>) {
  const { View: OwnView, drawsBlank, wide, isFormOnly, isMoment, hasRows } = fieldUi(field.fieldtype)
  const { entity } = useFieldForm()
  const { View = OwnView } = viewOfEntity(entity, field.fieldtype)
  const isNone = isBlank(value)
  return (
    <div
      className="field-read"
      data-field={field.fieldname}
      data-wide={wide}
      data-span={field.span || undefined}
      data-new-row={field.new_row === 1 || undefined}
      // The wide boxes have several lines, but for moments and rows.
      data-area={(wide !== undefined && !isMoment && !hasRows) || undefined}
      data-file={isFormOnly && (isNone ? 'none' : 'one')}
      data-rows={hasRows}
      tabIndex={-1}
    >
      <dl className="field">
        <dt className="field-label">
          <Text source={field.label} />
        </dt>
        <dd className="field-value">
          {isNone && !drawsBlank ? (
            <span className="field-blank">–</span>
          ) : (
            <Suspense fallback={<FieldPlace field={field} value={value} />}>
              <View field={field} value={value} values={values} />
            </Suspense>
          )}
        </dd>
      </dl>
      {field.description && (
        <p className="field-help">
          <Text source={field.description} />
        </p>
      )}
    </div>
  )
}
