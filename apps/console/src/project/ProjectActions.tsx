import { MoreSteps, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, lazyPart, MenuItem } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { useActiveProject } from './ActiveProject.tsx'
import { AdminPassword } from './AdminPassword.tsx'
import { ConfirmProject } from './ConfirmProject.tsx'
import { hasLevel } from './levels.ts'
import type { ProjectAction } from './project-info.ts'
import { projectMark } from './project-mark.ts'
import { useFocusAfter } from './useFocusAfter.ts'
import { useProjectAction } from './useProjectAction.ts'

const CloneWindow = lazyPart(() => import('./CloneWindow.tsx'), 'window')

/** Actions that interrupt people's work ask first. */
const asked = { stop_project: 'stop', restart_project: 'restart' } as const
const isAsked = (action: ProjectAction): action is keyof typeof asked => action in asked

/** Actions that a project's state allows (reference: hosting, Project states), and further links. */
export function ProjectActions({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useI18n()
  const { project, staging } = useActiveProject()
  const [{ meta }] = useEntity('Project')
  const { actions, running, run } = useProjectAction(project)
  const isProduction = project.environment === 'Production'
  const [asking, setAsking] = useState<keyof typeof asked | null>(null)
  const [isRevealing, setRevealing] = useState(false)
  const [isCloning, setCloning] = useState(false)
  const canClone = hasLevel(project, 'Design')
  // Only users who may read the field's permission level may ask for it (reference: hosting, Project).
  const canReveal = meta?.doc_meta.fields.some(({ fieldname }) => fieldname === 'admin_password') === true

  useFocusAfter(project.status)

  const finish = async (action: ProjectAction) => {
    await run(action)
    setAsking(null)
    await onChanged()
  }

  return (
    <>
      {project.status === 'Running' && staging && (
        <a className="button" href={staging.client.host} target="_blank" rel="noopener" data-variant="secondary">
          <Icon name="open_in_new" />
          <span className="button-text">
            <Text source="Open Staging Site" />
          </span>
        </a>
      )}
      {/* A clone has no data before it is made, and is provisioned by itself. */}
      {(project.status === 'Created' && project.under_way ? [] : actions).map((action) => (
        <ActionButton
          key={action}
          action={action}
          isPending={running === action}
          // In production the refusal of a stop asks, for the id and a reason.
          onPress={() =>
            isAsked(action) && !(isProduction && action === 'stop_project') ? setAsking(action) : void finish(action)
          }
        />
      ))}
      {(canReveal || canClone) && (
        <MoreSteps>
          {canClone && (
            <MenuItem icon="content_copy" onAction={() => setCloning(true)}>
              {t('Clone')}
            </MenuItem>
          )}
          {canReveal && (
            <MenuItem icon="key" onAction={() => setRevealing(true)}>
              {t('Show Administrator Password')}
            </MenuItem>
          )}
        </MoreSteps>
      )}
      {asking && (
        <ConfirmProject
          id={project.id}
          mark={projectMark(project)}
          kind={asked[asking]}
          isPending={running === asking}
          onConfirm={() => void finish(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
      {isCloning && (
        <Suspense fallback={null}>
          <CloneWindow onClose={() => setCloning(false)} />
        </Suspense>
      )}
      {isRevealing && <AdminPassword onClose={() => setRevealing(false)} />}
    </>
  )
}
