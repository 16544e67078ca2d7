import type { ApiError } from '@tavla/client'
import { toApiError } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, Dialog, PasswordField } from '@tavla/ui'
import { type ReactNode, useRef, useState } from 'react'
import './sign-in-again.css'

export interface SignInAgainProps {
  /** The person whose session has ended. */
  user: string
  name: string
  /** Signs the person in; throws ApiError. */
  onSignIn: (password: string) => Promise<void>
  /** Leaves the page for the sign-in screen. */
  onSomebodyElse: () => void
  /** Called on Escape and on the cross: the page stays as it is, without a session. */
  onLater: () => void
  /** Another way to sign in, above the password. */
  otherWay?: ReactNode
}

/** Asks for the password over the page, so that nothing on it is lost (reference: screens, Session end). */
export function SignInAgain({ user, name, onSignIn, onSomebodyElse, onLater, otherWay }: SignInAgainProps) {
  const form = useRef<HTMLDivElement>(null)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  const submit = async () => {
    if (isPending) return
    setMissing(password === '')
    setError(null)
    if (password !== '') {
      setPending(true)
      try {
        await onSignIn(password)
        return
      } catch (failure) {
        setError(toApiError(failure))
        setPending(false)
      }
    }
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()
  }

  return (
    <Dialog
      title={<Text source="Sign in to continue" />}
      size="small"
      onClose={onLater}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="quiet" onClick={onSomebodyElse}>
            <Text source="Sign in as somebody else" />
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            <Text source="Login" />
          </Button>
        </>
      }
    >
      <div ref={form} className="sign-in-again">
        <p className="sign-in-again-user">
          <bdi>{name}</bdi>
          {name !== user && <bdi dir="ltr">{user}</bdi>}
        </p>
        {otherWay}
        {error && (
          <p className="field-error" role="alert">
            <ErrorMessage error={error} />
          </p>
        )}
        {/* Password managers fill in by the name before. */}
        <input type="hidden" name="username" autoComplete="username" value={user} readOnly />
        <PasswordField
          label={<Text source="Password" />}
          name="password"
          autoComplete="current-password"
          error={isMissing && <Text source="Password is required" />}
          value={password}
          onChange={setPassword}
        />
      </div>
    </Dialog>
  )
}
