import { signInLimits } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { TextField } from '@tavla/ui'
import type { ReactNode } from 'react'

interface EmailFieldProps {
  value: string
  error?: ReactNode
  onChange: (email: string) => void
}

/** The email by which a person signs in; the first box of its form. */
export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <TextField
      label={<Text source="Email" />}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={signInLimits.dataLength}
      autoFocus
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}
