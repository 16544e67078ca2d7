import { useTimes } from '@tavla/i18n/react'
import { parseDuration } from '../duration-text.ts'
import { isBlank } from '../is-blank.ts'
import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'

/** Whole seconds; the box also takes a clock (`1:30`) or parts with units (`1h 30m`), and shows the duration beside it. */
function DurationInput(props: FieldInputProps) {
  const { formatDuration } = useTimes()
  const title = formatDuration(Number(props.value ?? 0))
  return (
    <NumberInput
      {...props}
      parse={parseDuration}
      inputMode="text"
      title={title}
      suffix={<bdi className="field-suffix">{title}</bdi>}
    />
  )
}

/** As the input, but shows the duration only when there is one. */
function DurationFilter(props: FieldInputProps) {
  const { formatDuration } = useTimes()
  const meaning = isBlank(props.value) ? undefined : formatDuration(Number(props.value))
  return (
    <NumberFilter
      {...props}
      parse={parseDuration}
      inputMode="text"
      title={meaning}
      suffix={<bdi className="field-suffix">{meaning}</bdi>}
    />
  )
}

const duration: FieldTypeInputs = {
  type: 'Duration',
  Input: DurationInput,
  Filter: DurationFilter,
}

export default duration
