import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextField } from '@tavla/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { useActiveProject } from './ActiveProject.tsx'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'
import { useCloneChoices } from './useCloneChoices.tsx'
import { useFreeId } from './useFreeId.ts'

/** Makes a copy of a project to try things on, which reaches nobody (reference: screens, Projects in the console). */
export default function CloneWindow({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const mark = projectMark(project)
  const navigate = useNavigate()
  const [name, setName] = useState(`${mark.name} ${t('Staging')}`)
  const [typedId, setTypedId] = useState<string | null>(null)
  const choices = useCloneChoices()
  const idFrom = useFreeId()
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const id = typedId ?? idFrom(`${project.id}-staging`)
  const isReady = name.trim() !== '' && id.trim() !== ''
  const clone = async () => {
    if (!isReady || isPending) return
    setPending(true)
    try {
      const data = { id: id.trim(), project_name: name.trim(), ...choices.data }
      const made = await client.entities.runAction<{ project: string }>('Project', project.id, 'clone_project', data)
      void navigate(`${projectPath(made.project)}/HQ_info`)
      onClose()
    } catch (failure) {
      setError(errorMessage(toApiError(failure), t))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={<Text source="Clone" />}
      onClose={onClose}
      onSubmit={() => void clone()}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={onClose} isPending={isPending} canSubmit={isReady}>
          <Text source="Clone" />
        </FormFoot>
      }
    >
      <div className="project-window">
        <div className="project-from-to">
          <ProjectName mark={mark} />
          <span className="project-arrow" aria-hidden="true" />
          <ProjectName mark={{ ...mark, name: name.trim() || mark.name, environment: 'Staging' }} />
        </div>
        {error !== null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        <TextField label={<Text source="Project Name" />} isRequired value={name} onChange={setName} data-autofocus />
        <TextField label={<Text source="ID" />} isRequired dir="ltr" value={id} onChange={setTypedId} />
        {choices.boxes}
      </div>
    </Dialog>
  )
}
