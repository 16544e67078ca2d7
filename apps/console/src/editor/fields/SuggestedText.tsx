import { Text } from '@tavla/i18n/react'
import { TextField } from '@tavla/ui'
import { useId } from 'react'

interface SuggestedTextProps {
  /** English source texts. */
  label: string
  help?: string
  error: string | undefined
  /** Texts that stand elsewhere in the definition. */
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** One line of text that suggests what other fields have. */
export function SuggestedText({ label, help, error, options, value, onChange }: SuggestedTextProps) {
  const id = useId()
  const offered = [...new Set(options)].filter(Boolean)
  return (
    <>
      <TextField
        label={<Text source={label} />}
        description={help && <Text source={help} />}
        error={error}
        list={id}
        maxLength={140}
        value={value}
        onChange={onChange}
      />
      <datalist id={id}>
        {offered.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  )
}
