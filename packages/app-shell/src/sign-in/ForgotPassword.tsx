import { Text } from '@tavla/i18n/react'
import { Button, ErrorDialog, Link } from '@tavla/ui'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../boot/call.ts'
import { showError } from '../errors/error-window.ts'
import { EmailField } from './EmailField.tsx'

/** Sends the mail with the link for a new password (reference: screens, Sign-in screens). */
export function ForgotPassword() {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setMissing(email.trim() === '')
    if (email.trim() === '') return form.current?.querySelector('input')?.focus()
    setPending(true)
    try {
      await call('POST', '/api/auth/reset_password', { body: { email: email.trim() } })
      setSent(true)
    } catch (error) {
      showError(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <h1>
        <Text source="Reset Password" />
      </h1>
      <EmailField
        error={isMissing && <Text source="Please enter a valid email address." />}
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        <Text source="Send Reset Email" />
      </Button>
      <Link href="/login">
        <Text source="Back to Login" />
      </Link>
      {isSent && (
        <ErrorDialog
          tone="notice"
          title={<Text source="Password Reset" />}
          message={<Text source="Password reset email sent" />}
          onClose={() => setSent(false)}
        />
      )}
    </form>
  )
}
