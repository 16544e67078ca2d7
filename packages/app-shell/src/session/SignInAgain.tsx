import type { ApiError } from '@tavla/client'
import { toApiError } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, Dialog } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { usePasswordForm } from '../sign-in/usePasswordForm.tsx'
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
export default function SignInAgain(props: SignInAgainProps) {
  const { user, name, onSignIn, onSomebodyElse, onLater, otherWay } = props
  const [error, setError] = useState<ApiError | null>(null)
  const { place, passwordBox, isPending, submit } = usePasswordForm<HTMLDivElement>({
    signIn: onSignIn,
    onError: (failure) => setError(toApiError(failure)),
  })
  const handleSubmit = () => {
    setError(null)
    submit()
  }

  return (
    <Dialog
      title={<Text source="Sign in to continue" />}
      size="small"
      onClose={onLater}
      onSubmit={handleSubmit}
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
      <div ref={place} className="sign-in-again">
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
        {passwordBox}
      </div>
    </Dialog>
  )
}
