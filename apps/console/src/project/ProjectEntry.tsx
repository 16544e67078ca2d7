import { useI18n } from '@tavla/i18n/react'
import { Skeleton } from '@tavla/ui'
import { useLocation } from 'react-router'
import { projectPath } from '../paths.ts'
import { useActiveProject, useStagingState } from './ActiveProject.tsx'
import { GoTo } from './GoTo.tsx'
import { NotRunning } from './NotRunning.tsx'
import { ProjectSignIn } from './ProjectSignIn.tsx'
import type { Staging } from './staging.ts'
import { homeTab } from './tabs.ts'
import { Unreachable } from './Unreachable.tsx'
import { wantedPath } from './wanted-path.ts'

/**
 * A project's bare address: the sign-in, and for a signed-in user a redirect to the address that was asked for before,
 * else to the first tab (reference: screens, Areas).
 */
export function ProjectEntry() {
  const { project, staging } = useActiveProject()
  if (!staging || project.status !== 'Running') return <NotRunning />
  return <Entry staging={staging} id={project.id} />
}

function Entry({ staging, id }: { staging: Staging; id: string }) {
  const { t } = useI18n()
  const { status, error } = useStagingState(staging)
  const { state } = useLocation()
  switch (status) {
    case 'checking':
      return <Skeleton shape="form" lines={3} label={t('Loading…')} />
    case 'guest':
      return <ProjectSignIn staging={staging} />
    case 'signedIn':
      return <GoTo path={wantedPath(state, id) ?? `${projectPath(id)}/${homeTab}`} />
    case 'unreachable':
      return <Unreachable id={id} error={error} onRetry={() => void staging.check()} />
  }
}
