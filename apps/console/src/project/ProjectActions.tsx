import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Menu, MenuItem } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from './ActiveProject.tsx'
import { AdminPassword } from './AdminPassword.tsx'
import { ConfirmProject } from './ConfirmProject.tsx'
import { type ProjectAction, type ProjectStatus, possibleActions } from './project-info.ts'
import { projectMark } from './project-mark.ts'

const looks = {
  start_project: { label: 'Start', icon: 'play_arrow' },
  stop_project: { label: 'Stop', icon: 'stop' },
  restart_project: { label: 'Restart', icon: 'restart_alt' },
  provision_project: { label: 'Provision', icon: 'build' },
} as const satisfies Record<ProjectAction, { label: string; icon: string }>

/** What can be done with a project in its state (contract 6.1): as the server answers, the state is on its way already. */
export function ProjectActions({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useI18n()
  const { project, staging } = useActiveProject()
  const [{ meta }] = useEntity('Project')
  const [running, setRunning] = useState<ProjectAction | null>(null)
  const [isStopping, setStopping] = useState(false)
  const [isRevealing, setRevealing] = useState(false)
  const status = String(project.status) as ProjectStatus
  const actions = meta?.doc_meta.permissions.write === 1 ? (possibleActions[status] ?? []) : []
  // Only who reads the level of the field may ask for it (contract 1.3).
  const canReveal = meta?.doc_meta.fields.some(({ fieldname }) => fieldname === 'admin_password') === true

  const run = async (action: ProjectAction) => {
    if (running) return
    setRunning(action)
    try {
      await client.entities.runAction('Project', project.id, action)
      await onChanged()
    } catch (error) {
      showError(error)
    }
    setRunning(null)
    setStopping(false)
  }

  return (
    <>
      {status === 'Running' && staging && (
        <a className="button" href={staging.client.host} target="_blank" rel="noopener" data-variant="secondary">
          <Icon name="open_in_new" />
          <span className="button-text">
            <Text source="Open Staging Site" />
          </span>
        </a>
      )}
      {actions.map((action) => (
        <Button
          key={action}
          icon={<Icon name={looks[action].icon} />}
          isPending={running === action}
          onClick={() => (action === 'stop_project' ? setStopping(true) : void run(action))}
        >
          <Text source={looks[action].label} />
        </Button>
      ))}
      {canReveal && (
        <Menu label={t('More')} align="end" trigger={<Icon name="more_horiz" />}>
          <MenuItem icon="key" onAction={() => setRevealing(true)}>
            {t('Show Administrator Password')}
          </MenuItem>
        </Menu>
      )}
      {isStopping && (
        <ConfirmProject
          id={project.id}
          mark={projectMark(project)}
          kind="stop"
          isPending={running === 'stop_project'}
          onConfirm={() => void run('stop_project')}
          onCancel={() => setStopping(false)}
        />
      )}
      {isRevealing && <AdminPassword onClose={() => setRevealing(false)} />}
    </>
  )
}
