import type { LoginAnswer } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Link } from '@tavla/ui'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppState } from '../boot/app-state.ts'
import { reboot } from '../boot/boot.ts'
import { call } from '../boot/call.ts'
import { hideCopies, rememberedUser } from '../boot/hints.ts'
import { takePath } from '../boot/return-path.ts'
import { showError } from '../errors/error-window.ts'
import { EmailField } from './EmailField.tsx'
import { usePasswordForm } from './usePasswordForm.tsx'

/** Navigation state of the login screen: the reason for coming here, as English source text. */
export interface LoginState {
  notice?: string
}

/** Email, password, Login (reference: screens, Sign-in screens). */
export function Login() {
  const navigate = useNavigate()
  const { wasEnded } = useAppState()
  const why = (useLocation().state ?? {}) as LoginState
  const notice = why.notice ?? (wasEnded ? 'You need to sign in to continue.' : undefined)
  const [email, setEmail] = useState('')
  const { place, passwordBox, isPending, submit } = usePasswordForm<HTMLFormElement>({
    account: { name: 'email', value: email },
    async signIn(password) {
      hideCopies(rememberedUser())
      const answer = await call<LoginAnswer>('POST', '/api/auth/login', { body: { email: email.trim(), password } })
      if (answer.message !== 'Logged In') throw new Error('The answer to the sign-in was not understood')
      await reboot(answer.lang)
      await navigate(takePath(), { replace: true })
    },
    onError: showError,
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <form ref={place} className="sign-in-form" noValidate onSubmit={handleSubmit}>
      <h1>
        <Text source="Login" />
      </h1>
      {notice !== undefined && (
        <p className="sign-in-notice" role="status">
          <Text source={notice} />
        </p>
      )}
      <EmailField value={email} onChange={setEmail} />
      {passwordBox}
      <Button type="submit" variant="primary" isPending={isPending}>
        <Text source="Login" />
      </Button>
      <Link href="/forgot-password">
        <Text source="Forgot Password" />
      </Link>
    </form>
  )
}
