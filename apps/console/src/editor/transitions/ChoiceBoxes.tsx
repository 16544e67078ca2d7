import { Text } from '@tavla/i18n/react'
import { Checkbox, FieldBox, useGroupWiring } from '@tavla/ui'
import type { ReactNode } from 'react'
import { readLines, writeLines } from './lines.ts'

interface ChoiceBoxesProps {
  /** English source texts. */
  label: string
  help?: string
  error?: string | undefined
  /** Values with their English labels; a stored value stays, even if it is none of them. */
  options: readonly { value: string; label: string }[]
  /** One value a line. */
  value: unknown
  onChange: (value: string | null) => void
}

/** A checkbox for each value that a text of lines may hold. */
export function ChoiceBoxes({ label, help, error, options, value, onChange }: ChoiceBoxesProps) {
  const chosen = readLines(value)
  const known = new Set(options.map((option) => option.value))
  const unknown = chosen.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one }))
  const toggle = (one: string, isChecked: boolean) => {
    const rest = chosen.filter((other) => other !== one)
    onChange(writeLines(isChecked ? [...rest, one] : rest))
  }
  return (
    <FieldBox label={<Text source={label} />} description={help && <Text source={help} />} error={error}>
      <Group>
        {[...options, ...unknown].map((option) => (
          <Checkbox
            key={option.value}
            isChecked={chosen.includes(option.value)}
            onChange={(isChecked) => toggle(option.value, isChecked)}
          >
            <Text source={option.label} />
          </Checkbox>
        ))}
      </Group>
    </FieldBox>
  )
}

function Group({ children }: { children: ReactNode }) {
  const { labelling } = useGroupWiring()
  return (
    <fieldset className="field-flags" {...labelling}>
      {children}
    </fieldset>
  )
}
