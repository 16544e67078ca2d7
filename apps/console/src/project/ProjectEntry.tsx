import { useI18n } from '@tavla/i18n/react'
import { Skeleton } from '@tavla/ui'
import { projectPath } from '../paths.ts'
import { useActiveProject, useStagingState } from './ActiveProject.tsx'
import { GoTo } from './GoTo.tsx'
import { NotRunning } from './NotRunning.tsx'
import { ProjectSignIn } from './ProjectSignIn.tsx'
import type { Staging } from './staging.ts'
import { homeTab } from './tabs.ts'
import { Unreachable } from './Unreachable.tsx'

/**
 * A project's bare address: redirects a signed-in user to its first tab, else to the sign-in (reference:
 * screens, Areas).
 */
export function ProjectEntry() {
  const { project, staging } = useActiveProject()
  if (!staging || project.status !== 'Running') return <NotRunning />
  return <Entry staging={staging} id={project.id} />
}

function Entry({ staging, id }: { staging: Staging; id: string }) {
  const { t } = useI18n()
  const { status, error } = useStagingState(staging)
  switch (status) {
    case 'checking':
      return <Skeleton shape="form" lines={3} label={t('Loading…')} />
    case 'guest':
      return <ProjectSignIn staging={staging} />
    case 'signedIn':
      return <GoTo path={`${projectPath(id)}/${homeTab}`} />
    case 'unreachable':
      return <Unreachable id={id} error={error} onRetry={() => void staging.check()} />
  }
}
