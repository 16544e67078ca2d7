import { limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Card, notify, PasswordField } from '@tavla/ui'
import { type FormEvent, useState } from 'react'
import { client } from '../app-client.ts'
import { useSession } from '../boot/app-state.ts'
import { showError } from '../errors/error-window.ts'
import { checkPasswords, type PasswordProblems } from '../sign-in/check-passwords.ts'

const blank = { current: '', password: '', confirmation: '' }

/** Changes the own password, with the current one as proof (contract 9.4); the session that does it goes on. */
export function ChangePassword() {
  const { t } = useI18n()
  const { user } = useSession()
  const [values, setValues] = useState(blank)
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [isPending, setPending] = useState(false)
  const set = (name: keyof typeof blank) => (value: string) => setValues((now) => ({ ...now, [name]: value }))

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = checkPasswords(values.password, values.confirmation)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setPending(true)
    try {
      await client.auth.setPassword(values.password, { old_password: values.current })
      setValues(blank)
      notify(t('Password updated'), { tone: 'success' })
    } catch (error) {
      showError(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Card aria-labelledby="change-password">
      <form noValidate onSubmit={(event) => void handleSubmit(event)}>
        <h2 id="change-password">
          <Text source="Change Password" />
        </h2>
        {/* Tells a password manager whose password it is. */}
        <input type="text" autoComplete="username" hidden readOnly value={user} />
        <div className="my-passwords">
          <PasswordField
            label={<Text source="Current Password" />}
            autoComplete="current-password"
            value={values.current}
            onChange={set('current')}
          />
          <PasswordField
            label={<Text source="New Password" />}
            autoComplete="new-password"
            maxLength={limits.passwordLength}
            error={problems.password && <Text source={problems.password} />}
            value={values.password}
            onChange={set('password')}
          />
          <PasswordField
            label={<Text source="Confirm Password" />}
            autoComplete="new-password"
            maxLength={limits.passwordLength}
            error={problems.confirmation && <Text source={problems.confirmation} />}
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
