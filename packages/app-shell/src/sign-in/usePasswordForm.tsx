import { signInLimits } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { PasswordField } from '@tavla/ui'
import { useRef, useState } from 'react'

interface PasswordFormOptions {
  /** The box in which a person types who they are, if the form has one. */
  account?: { name: string; value: string }
  signIn: (password: string) => Promise<void>
  /** Shows why the person was not signed in. */
  onError: (error: unknown) => void
}

/**
 * The password of a form that signs in, and its sending, once at a time (reference: screens, Sign-in screens). An empty
 * account also reports that the password is required.
 */
export function usePasswordForm<Place extends HTMLElement>({ account, signIn, onError }: PasswordFormOptions) {
  const place = useRef<Place>(null)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isPending, setPending] = useState(false)

  const focus = (name: string) => place.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const submit = async () => {
    if (isPending) return
    const isUnknown = account !== undefined && account.value.trim() === ''
    const isIncomplete = isUnknown || password === ''
    setMissing(isIncomplete)
    if (isIncomplete) return focus(isUnknown ? account.name : 'password')
    setPending(true)
    try {
      await signIn(password)
    } catch (error) {
      focus('password')
      onError(error)
    } finally {
      setPending(false)
    }
  }

  const passwordBox = (
    <PasswordField
      label={<Text source="Password" />}
      name="password"
      autoComplete="current-password"
      maxLength={signInLimits.passwordLength}
      error={isMissing && <Text source="Password is required" />}
      value={password}
      onChange={setPassword}
    />
  )
  return {
    /** For the element around the boxes. */
    place,
    passwordBox,
    isPending,
    submit: () => void submit(),
  }
}
