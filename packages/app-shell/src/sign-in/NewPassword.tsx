import { fieldErrors } from '@tavla/client'
import { signInLimits } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Link, PasswordField } from '@tavla/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../boot/call.ts'
import { showError } from '../errors/error-window.ts'
import { checkPasswords, type PasswordProblems } from './check-passwords.ts'
import type { LoginState } from './Login.tsx'

/** Chooses a password with the key of a mail (reference: screens, Sign-in screens), then goes to the login screen. */
export function NewPassword() {
  const navigate = useNavigate()
  const key = new URLSearchParams(useLocation().search).get('key') ?? ''
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [refusal, setRefusal] = useState<string>()
  const [isPending, setPending] = useState(false)
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = checkPasswords(password, confirmation)
    setProblems(found)
    const [first] = Object.keys(found)
    setRefusal(undefined)
    if (first) return focus(first)
    setPending(true)
    try {
      await call('POST', '/api/auth/set_password', { body: { password, key } })
      await navigate('/login', { replace: true, state: { notice: 'Password updated' } satisfies LoginState })
    } catch (error) {
      const { password: sentence } = fieldErrors(error)
      if (sentence === undefined) return showError(error)
      setRefusal(sentence)
      focus('password')
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <h1>
        <Text source="Choose a New Password" />
      </h1>
      <PasswordField
        label={<Text source="New Password" />}
        name="password"
        autoComplete="new-password"
        maxLength={signInLimits.passwordLength}
        autoFocus
        error={problems.password ? <Text source={problems.password} /> : refusal}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label={<Text source="Confirm Password" />}
        name="confirmation"
        autoComplete="new-password"
        maxLength={signInLimits.passwordLength}
        error={problems.confirmation && <Text source={problems.confirmation} />}
        value={confirmation}
        onChange={setConfirmation}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        <Text source="Confirm" />
      </Button>
      <Link href="/login">
        <Text source="Back to Login" />
      </Link>
    </form>
  )
}
