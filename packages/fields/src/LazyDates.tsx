import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import type { FieldInputProps } from './ui-types.ts'
import { valueText } from './value-text.ts'

// Calendar and segments are the heaviest of all inputs, so they load when the user is about to edit the first date.
const parts = {
  date: lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateField }), 'line'),
  datetime: lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateTimeField }), 'line'),
  time: lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).TimeField }), 'line'),
}

/**
 * A date, time or both, typed in parts or chosen from a calendar; an untouched value is never rewritten (reference:
 * screens, Field inputs).
 */
export function LazyDate(props: FieldInputProps & { kind: keyof typeof parts }) {
  const { kind, value, onChange, autoFocus, placeholder } = props
  const Part = parts[kind]
  return (
    <Suspense fallback={<div className="input" aria-busy="true" />}>
      <Part
        value={valueText(value) || null}
        disabled={!onChange}
        autoFocus={autoFocus}
        placeholder={placeholder}
        onChange={(text) => onChange?.(text)}
      />
    </Suspense>
  )
}
