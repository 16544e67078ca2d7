import { limits } from '@tavla/contract'
import { PasswordField } from '@tavla/ui'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

/** The server sends this instead of a stored secret; sent back it means "unchanged" (reference: http-api, Changing). */
const unchanged = '********'

function PasswordInput({ field, value, onChange, autoFocus = false }: FieldInputProps) {
  return (
    <PasswordField
      value={valueText(value)}
      readOnly={!onChange}
      maxLength={field.length ?? limits.textLength}
      autoComplete="new-password"
      autoFocus={autoFocus}
      // Text typed after the eight stars would make a new secret of both, so the first key replaces them all.
      onFocus={(event) => {
        if (event.currentTarget.value === unchanged) event.currentTarget.select()
      }}
      onChange={(text) => onChange?.(withoutStars(valueText(value), text))}
    />
  )
}

/** The typed text without the stars, if they are still there. */
function withoutStars(former: string, text: string): string {
  if (former !== unchanged) return text
  const rest = text.replace(unchanged, '')
  return /^\*+$/.test(rest) ? '' : rest
}

const password: FieldTypeInputs = {
  type: 'Password',
  Input: PasswordInput,
}

export default password
