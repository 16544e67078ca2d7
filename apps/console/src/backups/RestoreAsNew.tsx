import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import { type EntityRecord, textOf } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { errorMessage, Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Dialog, FormFoot, Select, TextField } from '@tavla/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { useFreeId } from '../project/useFreeId.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'
import '../project/project.css'

const environments = ['Development', 'Production', 'Staging', 'Demo']

interface RestoreAsNewProps {
  backup: EntityRecord
  /** Undefined once it is gone. */
  project: EntityRecord | undefined
  onClose: () => void
}

/** Makes another project out of a backup. */
export default function RestoreAsNew({ backup, project, onClose }: RestoreAsNewProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [typedId, setTypedId] = useState<string | null>(null)
  const [environment, setEnvironment] = useState(textOf(project?.environment) || 'Development')
  const [chosenServer, setServer] = useState<string | null>(null)
  // Without the list the server chooses, or refuses.
  const { value: servers = [] } = useLiveReading('servers', readServers)
  const server = chosenServer ?? (textOf(project?.server) || servers.find(hasRoom)?.id)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const idFrom = useFreeId()
  const id = typedId ?? idFrom(name)
  const make = async () => {
    if (name.trim() === '' || isPending) return
    setPending(true)
    try {
      const data = { id, project_name: name.trim(), environment, ...(server !== undefined && { server }) }
      const made = await client.entities.runAction<{ project: string }>('Backup', backup.id, 'restore_as_new', data)
      void navigate(`${projectPath(made.project)}/HQ_info`)
    } catch (failure) {
      setError(errorMessage(toApiError(failure), t))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={<Text source="Restore as New Project" />}
      onClose={onClose}
      onSubmit={() => void make()}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={onClose} isPending={isPending} canSubmit={name.trim() !== ''}>
          <Text source="Create" />
        </FormFoot>
      }
    >
      <div className="project-window">
        <div className="project-from-to">
          {project ? <ProjectName mark={projectMark(project)} /> : <bdi>{textOf(backup.project_id)}</bdi>}
          <bdi>{typeof backup.taken_at === 'string' && formatDateTime(backup.taken_at, now())}</bdi>
        </div>
        {error !== null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        <TextField label={<Text source="Project Name" />} isRequired value={name} onChange={setName} data-autofocus />
        <TextField label={<Text source="ID" />} dir="ltr" value={id} onChange={setTypedId} />
        <Select
          label={<Text source="Environment" />}
          options={environments.map((value) => ({ value, label: t(value), source: value }))}
          value={environment}
          onChange={setEnvironment}
        />
        {servers.length > 1 && (
          <Select
            label={<Text source="Server" />}
            options={servers.map((one) => ({ value: one.id, label: one.id, isClosed: !hasRoom(one) }))}
            value={server ?? ''}
            onChange={setServer}
          />
        )}
      </div>
    </Dialog>
  )
}

const readServers = async () => {
  const query = {
    fields: ['status', 'project_count', 'max_projects'],
    order_by: 'creation asc',
    limit_page_length: 500,
  }
  return (await client.entities.list('Server', query)).data
}

const hasRoom = ({ status, project_count, max_projects }: EntityRecord) =>
  status !== 'Maintenance' && Number(project_count) < Number(max_projects)
