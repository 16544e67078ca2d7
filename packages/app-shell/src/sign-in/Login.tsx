import type { LoginAnswer } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Link, PasswordField } from '@tavla/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppState } from '../boot/app-state.ts'
import { reboot } from '../boot/boot.ts'
import { call } from '../boot/call.ts'
import { takePath } from '../boot/return-path.ts'
import { showError } from '../errors/error-window.ts'
import { EmailField } from './EmailField.tsx'

/** Navigation state of the login screen: the reason for coming here, as English source text. */
export interface LoginState {
  notice?: string
}

/**
 * Email, password, Login (reference: screens, Sign-in screens). An empty email also reports that the password
 * is required.
 */
export function Login() {
  const navigate = useNavigate()
  const { wasEnded } = useAppState()
  const why = (useLocation().state ?? {}) as LoginState
  const notice = why.notice ?? (wasEnded ? 'You need to sign in to continue.' : undefined)
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isPending, setPending] = useState(false)

  const focus = (name: 'email' | 'password') => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const isIncomplete = email.trim() === '' || password === ''
    setMissing(isIncomplete)
    if (isIncomplete) return focus(email.trim() === '' ? 'email' : 'password')
    setPending(true)
    try {
      const answer = await call<LoginAnswer>('POST', '/api/auth/login', { body: { email: email.trim(), password } })
      if (answer.message !== 'Logged In') throw new Error('The answer to the sign-in was not understood')
      await reboot(answer.lang)
      await navigate(takePath(), { replace: true })
    } catch (error) {
      focus('password')
      showError(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <h1>
        <Text source="Login" />
      </h1>
      {notice !== undefined && (
        <p className="sign-in-notice" role="status">
          <Text source={notice} />
        </p>
      )}
      <EmailField value={email} onChange={setEmail} />
      <PasswordField
        label={<Text source="Password" />}
        name="password"
        autoComplete="current-password"
        error={isMissing && <Text source="Password is required" />}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        <Text source="Login" />
      </Button>
      <Link href="/forgot-password">
        <Text source="Forgot Password" />
      </Link>
    </form>
  )
}
