import SignInAgain from '@tavla/app-shell/sign-in-again'
import { hearTabs } from '@tavla/client/browser'
import { useEffect } from 'react'
import { useActiveProject, useStagingState } from './ActiveProject.tsx'
import { HqSignIn } from './HqSignIn.tsx'
import { hasLevel } from './levels.ts'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'
import { type Staging, signedIn } from './staging.ts'

/** Asks the operator to sign in again to a project's server, by password or through HQ (reference: screens, Session end). */
export default function StagingSignIn({ staging }: { staging: Staging }) {
  const { project } = useActiveProject()
  const { session } = useStagingState(staging)
  const { host } = staging.client
  // Signing in in another tab closes the window, too.
  useEffect(
    () => hearTabs((what, about) => what === signedIn && about === host && void staging.look()),
    [staging, host],
  )
  if (!session) return null
  return (
    <SignInAgain
      user={session.user}
      name={session.full_name || session.user}
      onSignIn={(password) => staging.signIn(session.user, password)}
      onSomebodyElse={staging.leaveForSignIn}
      onLater={staging.signInLater}
      otherWay={
        <>
          <ProjectName mark={projectMark(project)} />
          {hasLevel(project, 'Design') && <HqSignIn staging={staging} isDisabled={false} />}
          <hr />
        </>
      }
    />
  )
}
