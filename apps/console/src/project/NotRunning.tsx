import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ProgressBar } from '@tavla/ui'
import type { ReactNode } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { useActiveProject } from './ActiveProject.tsx'
import { InfoLink } from './InfoLink.tsx'
import type { ProjectStatus } from './project-info.ts'
import { useProjectAction } from './useProjectAction.ts'

interface StatusAppearance {
  title: string
  icon: string
  description?: string
}

const looks: Readonly<Record<Exclude<ProjectStatus, 'Running'>, StatusAppearance>> = {
  Created: { title: 'This project has no server yet.', icon: 'build' },
  Provisioning: { title: 'The server of this project is coming up.', icon: 'hourglass_top' },
  Stopped: {
    title: 'This project is not running.',
    icon: 'stop_circle',
    description: 'Start it to sign in to its server.',
  },
  Failed: { title: 'The server of this project could not be started.', icon: 'error' },
  Removing: { title: 'This project is being removed.', icon: 'delete' },
}

/** Replaces the sign-in of a project whose server is not running: the reason, and the action that starts it. */
export function NotRunning() {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const { actions, running, run } = useProjectAction(project)
  const { title, icon, description } = looks[project.status as keyof typeof looks] ?? looks.Stopped
  const error = project.status === 'Failed' && typeof project.last_error === 'string' ? project.last_error : undefined
  return (
    <EmptyState
      kind={project.status === 'Failed' ? 'failed' : 'empty'}
      icon={icon}
      title={<Text source={title} />}
      description={why()}
      action={
        <>
          {project.status === 'Provisioning' && (
            <div className="project-coming">
              <ProgressBar label={t('Provisioning', undefined, 'status')} />
            </div>
          )}
          <div className="project-next">
            {actions.map((action, index) => (
              <ActionButton
                key={action}
                action={action}
                isPrimary={index === 0}
                isPending={running === action}
                onPress={() => void run(action)}
              />
            ))}
            <InfoLink id={project.id} />
          </div>
        </>
      }
    />
  )

  function why(): ReactNode {
    if (error !== undefined) return <bdi>{error}</bdi>
    return description && <Text source={description} />
  }
}
