import { showError, useAppState } from '@tavla/app-shell'
import { usePasswordForm } from '@tavla/app-shell/frame'
import { limits } from '@tavla/contract'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, Card, Checkbox, TextField } from '@tavla/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useActiveProject, useStagingState } from './ActiveProject.tsx'
import { chooseAlwaysHq } from './always-hq.ts'
import { HqSignIn } from './HqSignIn.tsx'
import { hasLevel } from './levels.ts'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'
import type { Staging } from './staging.ts'

/** The sign-in to a project's server: user and password, or a token of HQ (reference: hosting, Operator sign-in). */
export function ProjectSignIn({ staging }: { staging: Staging }) {
  const { project } = useActiveProject()
  const { error } = useStagingState(staging)
  const [user, setUser] = useState('')
  const { place, passwordBox, isPending, submit } = usePasswordForm<HTMLFormElement>({
    account: { name: 'user', value: user },
    signIn: (password) => staging.signIn(user.trim(), password),
    onError: showError,
  })
  const hqButton = useRef<HTMLButtonElement>(null)
  // Takes the focus only if no element has it: the screen before is gone, or nothing was focused yet.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'main') hqButton.current?.focus()
  }, [])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <div className="project-sign-in">
      <Card aria-labelledby="project-sign-in">
        <form ref={place} noValidate onSubmit={handleSubmit}>
          <h2 id="project-sign-in">
            <Text source="Sign In to Project" />
          </h2>
          <ProjectName mark={projectMark(project)} />
          {error && (
            <p className="field-error" role="alert">
              <ErrorMessage error={error} />
            </p>
          )}
          {hasLevel(project, 'Design') && (
            <>
              <HqSignIn ref={hqButton} staging={staging} isDisabled={isPending} />
              <AlwaysHq />
              <hr />
            </>
          )}
          <TextField
            label={<Text source="User" />}
            name="user"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.dataLength}
            value={user}
            onChange={setUser}
          />
          {passwordBox}
          <Button type="submit" isPending={isPending}>
            <Text source="Sign In" />
          </Button>
        </form>
      </Card>
    </div>
  )
}

/** From the next opening of a project on, the console signs in by itself. */
function AlwaysHq() {
  const { user } = useAppState()
  /** Until the choice is stored. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const choose = async (isOn: boolean) => {
    setChosen(isOn)
    await chooseAlwaysHq(isOn).catch(showError)
    setChosen(null)
  }
  return (
    <Checkbox isChecked={chosen ?? user?.hq_sign_in === 1} onChange={(isOn) => void choose(isOn)}>
      <Text source="Always sign in with HQ" />
    </Checkbox>
  )
}
