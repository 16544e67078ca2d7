import { showError } from '@tavla/app-shell'
import { limits } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Card, PasswordField, TextField } from '@tavla/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useActiveProject } from './ActiveProject.tsx'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'
import type { Staging } from './staging.ts'

/** The sign-in to a project's server: user and password, or a token of HQ (reference: hosting, Operator sign-in). */
export function ProjectSignIn({ staging }: { staging: Staging }) {
  const { project } = useActiveProject()
  const form = useRef<HTMLFormElement>(null)
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [pending, setPending] = useState<'password' | 'hq' | null>(null)
  const hqButton = useRef<HTMLButtonElement>(null)
  // Takes the focus only if no element has it: the screen before is gone, or nothing was focused yet.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'main') hqButton.current?.focus()
  }, [])
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const run = async (way: 'password' | 'hq', signIn: () => Promise<void>) => {
    if (pending) return
    setPending(way)
    try {
      await signIn()
    } catch (error) {
      if (way === 'password') focus('password')
      showError(error)
    }
    setPending(null)
  }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const isIncomplete = user.trim() === '' || password === ''
    setMissing(isIncomplete)
    if (isIncomplete) return focus(user.trim() === '' ? 'user' : 'password')
    await run('password', () => staging.signIn(user.trim(), password))
  }

  return (
    <div className="project-sign-in">
      <Card aria-labelledby="project-sign-in">
        <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
          <h2 id="project-sign-in">
            <Text source="Sign In to Project" />
          </h2>
          <ProjectName mark={projectMark(project)} />
          <Button
            ref={hqButton}
            variant="primary"
            isPending={pending === 'hq'}
            disabled={pending === 'password'}
            onClick={() => void run('hq', staging.signInWithHq)}
          >
            <Text source="Sign In with HQ" />
          </Button>
          <hr />
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
          <PasswordField
            label={<Text source="Password" />}
            name="password"
            autoComplete="current-password"
            maxLength={limits.passwordLength}
            error={isMissing && <Text source="Password is required" />}
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" isPending={pending === 'password'} disabled={pending === 'hq'}>
            <Text source="Sign In" />
          </Button>
        </form>
      </Card>
    </div>
  )
}
