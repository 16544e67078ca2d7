import { Text } from '@tavla/i18n/react'
import { TextField, type TextFieldProps } from '@tavla/ui'

interface TypeIdProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'dir'> {
  id: string
}

/** The input in which the user types an id before a deletion (reference: screens, Projects in the console). */
export function TypeId({ id, ...box }: TypeIdProps) {
  const typed = box.value.trim()
  return (
    <TextField
      label={<Text source="Type {id} to confirm" args={{ id }} />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={id.startsWith(typed) ? undefined : <Text source="This is not {0}." args={[id]} />}
      {...box}
    />
  )
}
