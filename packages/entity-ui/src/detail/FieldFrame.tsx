import type { FieldMeta } from '@tavla/contract'
import { fieldInput } from '@tavla/fields/inputs'
import { type DrawnField, useWhy } from '@tavla/fields/rows'
import { fieldUi, isBlank, useFieldForm } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox, useTooltip } from '@tavla/ui'
import { type ComponentProps, type CSSProperties, memo, type ReactNode, Suspense, use, useId, useMemo } from 'react'
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
  /** The form is edited, and this field is closed there. */
  isClosed?: boolean | undefined
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
  const { wide, isHeavy } = fieldUi(field.fieldtype)
  const { Input } = fieldInput(field.fieldtype)
  const height = use(FieldHeightsContext).get(fieldname)
  const change = useMemo(() => onChange && ((next: unknown) => onChange(fieldname, next)), [onChange, fieldname])
  if (!change) {
    const Read = (field as DrawnField).why ? FieldClosed : FieldRead
    return <Read {...{ field, value, values }} isClosed={props.isClosed} />
  }
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
function FieldRead({ field, value, values, frame, note }: FieldReadProps) {
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
      {...frame}
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
      {note}
      {hasRows && (field as DrawnField).isRecalculating && <FieldMark field={field} />}
    </div>
  )
}

interface FieldReadProps extends Pick<FieldFrameProps, 'field' | 'value' | 'values' | 'isClosed'> {
  frame?: ComponentProps<'div'>
  /** Stands below the value. */
  note?: ReactNode
}

/** The same for a value that comes by itself or is locked: it says why, also to the keyboard while others are edited. */
function FieldClosed({ isClosed = false, ...props }: FieldReadProps) {
  const { t } = useI18n()
  const id = useId()
  const why = useWhy(props.field)
  const { isRecalculating } = props.field as DrawnField
  const { target, tip } = useTooltip(why)
  const reached = { tabIndex: 0, role: 'group', 'aria-label': t(props.field.label), 'aria-describedby': id }
  return (
    <FieldRead
      {...props}
      frame={{ ...target, ...(isClosed && reached) }}
      note={
        <>
          <p className="field-help field-why" id={id}>
            <bdi>{isRecalculating ? t('Being recalculated…') : why}</bdi>
          </p>
          {tip}
        </>
      }
    />
  )
}
