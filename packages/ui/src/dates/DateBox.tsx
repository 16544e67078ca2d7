import type { KeyboardEvent, ReactNode } from 'react'
import { DateInput, DateSegment } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import { type ControlProps, type FieldTexts, useFieldWiring, useGroupWiring } from '../field/FieldBox.tsx'
import { pressAgain } from '../field/press-again.ts'
import { useSettledParts } from './useSettledParts.ts'
import './dates.css'

export interface DateControlProps extends Omit<ControlProps, 'aria-required'> {
  /** Wall-clock text; null or '' when empty. */
  value: string | null
  onChange?: (value: string | null) => void
  /** Covers the parts of an empty box until the box has the focus. */
  placeholder?: string | undefined
}

export type DateFieldProps = DateControlProps & FieldTexts

/** Names and states for the group of segments, from the FieldBox around it or from the caller. */
export function useDateLabels({ disabled, className: _, ...own }: Omit<DateControlProps, 'value' | 'onChange'>) {
  const { labelling } = useGroupWiring()
  const wiring = useFieldWiring()
  const { 'aria-invalid': isInvalid, placeholder: _hint, ...aria } = own
  const given = Object.entries({ ...labelling, ...aria }).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as Partial<Record<'id' | 'aria-label' | 'aria-labelledby', string>>),
    className: 'date-field',
    isDisabled: disabled ?? false,
    isInvalid: isInvalid ?? wiring['aria-invalid'] ?? false,
  }
}

type DateBoxProps = Pick<DateControlProps, 'className' | 'disabled' | 'placeholder'> & { children?: ReactNode }

/** The box around the typed parts. It is one tab stop; arrows move between the parts. */
export function DateBox({ className, children, disabled, placeholder }: DateBoxProps) {
  const { handleBlur, handleSaveKey } = useSettledParts()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the parts inside
    <div
      role="presentation"
      className={classNames('input input-group date-box', className)}
      data-disabled={disabled || undefined}
      onBlur={handleBlur}
      onKeyDownCapture={passOn}
      onKeyDown={(event) => {
        handleSaveKey(event)
        steer(event)
      }}
    >
      {placeholder && (
        // A screen reader already hears that each part is empty.
        <span className="date-hint" aria-hidden="true">
          {placeholder}
        </span>
      )}
      <DateInput className="date-segments">
        {(segment) => <DateSegment segment={segment} className="date-segment" />}
      </DateInput>
      {children}
    </div>
  )
}

/** The parts stop Enter; Ctrl+Enter is passed on to the form. */
function passOn(event: KeyboardEvent<HTMLElement>): void {
  const isPart = event.target !== event.currentTarget && (event.target as Element).role === 'spinbutton'
  if (!isPart || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  pressAgain(event, event.currentTarget)
}

function steer(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') {
    // Focuses the outermost part first, so that the browser's Tab leaves the field.
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="spinbutton"]')]
    parts.at(event.shiftKey ? 0 : -1)?.focus()
  }
  if (event.key === 'ArrowDown' && event.altKey) {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.querySelector<HTMLButtonElement>('.input-action')?.click()
  }
}
