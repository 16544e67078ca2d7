import { createContext, type ReactNode, use, useId, useMemo } from 'react'
import { classNames } from '../class-names.ts'
import './field.css'

/** Texts around a control: its label, a help line, its error. */
export interface FieldTexts {
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
  isRequired?: boolean | undefined
  /** Shows the label only to screen readers. */
  isLabelHidden?: boolean
  /** Class of the box around label and control. */
  boxClassName?: string
}

/** Attributes of a control that is not one native input. */
export interface ControlProps {
  placeholder?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

interface Wiring {
  controlId: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
}

const Context = createContext<Wiring | null>(null)

/** Draws label, help and error around one control and gives the control their ids. */
export function FieldBox({
  label,
  description,
  error,
  isRequired = false,
  isLabelHidden = false,
  boxClassName,
  children,
}: FieldTexts & { children: ReactNode }) {
  const id = useId()
  const hasError = Boolean(error)
  const hasDescription = Boolean(description)
  const wiring = useMemo(() => {
    const ids = [hasError && `${id}-error`, hasDescription && `${id}-help`].filter(Boolean).join(' ')
    return {
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy: ids || undefined,
      isInvalid: hasError,
      isRequired,
    }
  }, [id, hasError, hasDescription, isRequired])

  if (label === undefined) return children
  return (
    <div className={classNames('field', boxClassName)} data-invalid={hasError || undefined}>
      <label
        className={isLabelHidden ? 'visually-hidden' : 'field-label'}
        id={wiring.labelId}
        htmlFor={wiring.controlId}
        data-required={isRequired || undefined}
      >
        {label}
      </label>
      <Context value={wiring}>{children}</Context>
      {hasDescription && (
        <p className="field-help" id={`${id}-help`}>
          {description}
        </p>
      )}
      {hasError && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Attributes of a control inside a FieldBox; attributes that the caller sets win. */
export function useFieldWiring() {
  const wiring = use(Context)
  if (wiring === null) return {}
  return {
    id: wiring.controlId,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.isInvalid || undefined,
    'aria-required': wiring.isRequired || undefined,
  }
}

/** The same for controls that are not one native input; they refer to their label by id. */
export function useGroupWiring() {
  const wiring = use(Context)
  return {
    wiring,
    labelling: wiring === null ? {} : { 'aria-labelledby': wiring.labelId, 'aria-describedby': wiring.describedBy },
  }
}

/** Splits the texts of the box from the props of the control. */
export function splitField<Props extends FieldTexts>(props: Props): [FieldTexts, Omit<Props, keyof FieldTexts>] {
  const { label, description, error, isRequired, isLabelHidden, boxClassName, ...control } = props
  const texts: FieldTexts = { label, description, error, isRequired }
  if (isLabelHidden !== undefined) texts.isLabelHidden = isLabelHidden
  if (boxClassName !== undefined) texts.boxClassName = boxClassName
  return [texts, control]
}
