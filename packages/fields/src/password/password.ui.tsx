import { limits } from '@tavla/contract'
import { PasswordField } from '@tavla/ui'
import { textOf } from '../text-value.ts'
import type { FieldInputProps, FieldTypeUi } from '../ui-types.ts'

/**
 * What the server sends in place of a secret that is set; sent back it means "unchanged"
 * (reference: http-api, Changing).
 */
const unchanged = '********'

function PasswordInput({ field, value, onChange, autoFocus = false }: FieldInputProps) {
  return (
    <PasswordField
      value={textOf(value)}
      readOnly={!onChange}
      maxLength={field.length ?? limits.textLength}
      autoComplete="new-password"
      autoFocus={autoFocus}
      // Typing after the eight stars would make a new secret of them: the first key replaces them all.
      onFocus={(event) => {
        if (event.currentTarget.value === unchanged) event.currentTarget.select()
      }}
      onChange={(text) => onChange?.(withoutStars(textOf(value), text))}
    />
  )
}

/** What was typed around the stars, should they still stand there. */
function withoutStars(former: string, text: string): string {
  if (former !== unchanged) return text
  const rest = text.replace(unchanged, '')
  return /^\*+$/.test(rest) ? '' : rest
}

const password: FieldTypeUi = {
  type: 'Password',
  Input: PasswordInput,
  View: () => <bdi dir="ltr">••••••••</bdi>,
  Cell: () => null,
  blank: null,
  isUnfilterable: true,
  isUnlisted: true,
  defaultBy: 'none',
  sample: { value: '********' },
  example: () => null,
}

export default password
