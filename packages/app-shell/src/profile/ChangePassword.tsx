import { fieldErrors } from '@tavla/client'
import { limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Card, notify, PasswordField } from '@tavla/ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { client } from '../app-client.ts'
import { useSession } from '../boot/app-state.ts'
import { showError } from '../errors/error-window.ts'
import { useUnsaved } from '../records/useUnsaved.ts'
import { checkPasswords } from '../sign-in/check-passwords.ts'

const blank = { current: '', password: '', confirmation: '' }

type Problems = Partial<Record<keyof typeof blank, ReactNode>>

/**
 * Changes the user's password, with the current one as proof (reference: screens, Profile); the current
 * session goes on.
 */
export function ChangePassword() {
  const { t } = useI18n()
  const { user } = useSession()
  const [values, setValues] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const markUnsaved = useUnsaved()
  useEffect(() => markUnsaved(Object.values(values).some((value) => value !== '')), [markUnsaved, values])
  useEffect(() => {
    const first = Object.keys(blank).find((name) => name in problems)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [problems])
  const set = (name: keyof typeof blank) => (value: string) => setValues((now) => ({ ...now, [name]: value }))

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = Object.entries(checkPasswords(values.password, values.confirmation))
    setProblems(Object.fromEntries(found.map(([name, source]) => [name, <Text key={name} source={source} />])))
    if (found.length > 0) return
    setPending(true)
    try {
      await client.auth.setPassword(values.password, { old_password: values.current })
      setValues(blank)
      notify(t('Password updated'), { tone: 'success' })
    } catch (error) {
      const { old_password: current, password } = fieldErrors(error)
      if (current === undefined && password === undefined) showError(error)
      else setProblems({ ...(current && { current }), ...(password && { password }) })
    } finally {
      setPending(false)
    }
  }

  return (
    <Card aria-labelledby="change-password">
      <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <h2 id="change-password">
          <Text source="Change Password" />
        </h2>
        {/* Tells a password manager the account of the password. */}
        <input type="text" autoComplete="username" hidden readOnly value={user} />
        <div className="my-passwords">
          <PasswordField
            label={<Text source="Current Password" />}
            name="current"
            autoComplete="current-password"
            error={problems.current}
            value={values.current}
            onChange={set('current')}
          />
          <PasswordField
            label={<Text source="New Password" />}
            name="password"
            autoComplete="new-password"
            maxLength={limits.passwordLength}
            error={problems.password}
            value={values.password}
            onChange={set('password')}
          />
          <PasswordField
            label={<Text source="Confirm Password" />}
            name="confirmation"
            autoComplete="new-password"
            maxLength={limits.passwordLength}
            error={problems.confirmation}
            value={values.confirmation}
            onChange={set('confirmation')}
          />
        </div>
        <Button type="submit" isPending={isPending}>
          <Text source="Change Password" />
        </Button>
      </form>
    </Card>
  )
}
