import { showError, useInvitationNotice } from '@tavla/app-shell'
import type { SessionInfo } from '@tavla/contract'
import { EntityProvider } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, lazyPart, Skeleton } from '@tavla/ui'
import { Suspense, useCallback } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { useActiveProject, useStagingState } from '../project/ActiveProject.tsx'
import { GoTo } from '../project/GoTo.tsx'
import { NotRunning } from '../project/NotRunning.tsx'
import type { Staging } from '../project/staging.ts'
import { Unreachable } from '../project/Unreachable.tsx'
import { wanting } from '../project/wanted-path.ts'
import { stagingPath } from './staging-path.ts'

const StagingSignIn = lazyPart(() => import('../project/StagingSignIn.tsx'), 'window')

/**
 * The frame of the tabs that work on a project's own server; without a session there it redirects to the sign-in, which
 * leads back (reference: hosting, Operator sign-in).
 */
export function StagingArea() {
  const { project, staging } = useActiveProject()
  if (!staging || project.status !== 'Running') return <NotRunning />
  return <Gate id={project.id} staging={staging} />
}

function Gate({ id, staging }: { id: string; staging: Staging }) {
  const { t } = useI18n()
  const { status, session, error, end } = useStagingState(staging)
  const { pathname, search, hash } = useLocation()
  if (session)
    return (
      <>
        {end === 'later' && <SignedOut onSignIn={staging.askAgain} />}
        <SignedIn key={session.user} id={id} staging={staging} session={session} />
        {end === 'asking' && (
          <Suspense fallback={null}>
            <StagingSignIn staging={staging} />
          </Suspense>
        )}
      </>
    )
  if (status === 'unreachable') return <Unreachable id={id} error={error} onRetry={() => void staging.check()} />
  return status === 'guest' ? (
    <GoTo path={projectPath(id)} state={wanting(pathname + search + hash)} />
  ) : (
    <Skeleton shape="rows" lines={6} label={t('Loading…')} />
  )
}

/** Says that what is typed can't be saved yet, after the operator has put the sign-in off. */
function SignedOut({ onSignIn }: { onSignIn: () => void }) {
  return (
    <p className="project-error" role="status">
      <Icon name="lock" size="small" />
      <Text source="You need to sign in to continue." />
      <Button size="small" onClick={onSignIn}>
        <Text source="Sign In" />
      </Button>
    </p>
  )
}

/** Connects the shared lists and forms to the project's server. */
function SignedIn({ id, staging, session }: { id: string; staging: Staging; session: SessionInfo }) {
  const navigate = useNavigate()
  const goTo = useCallback((path: string, options?: { replace?: boolean }) => void navigate(path, options), [navigate])
  const recordPath = useCallback((entity: string, record: string) => stagingPath(id, entity, record), [id])
  const onSaved = useInvitationNotice(staging.client, showError)
  return (
    <EntityProvider
      client={staging.client}
      session={session}
      navigate={goTo}
      recordPath={recordPath}
      onError={showError}
      onSaved={onSaved}
    >
      <Outlet />
    </EntityProvider>
  )
}
