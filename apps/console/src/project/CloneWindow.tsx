import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import { projectIdFrom } from '@tavla/contract'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Dialog, FormFoot, TextField } from '@tavla/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { useActiveProject } from './ActiveProject.tsx'
import { ProjectName } from './ProjectName.tsx'
import { projectMark } from './project-mark.ts'

/** Makes a copy of a project to try things on, which reaches nobody (reference: screens, Projects in the console). */
export default function CloneWindow({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const mark = projectMark(project)
  const navigate = useNavigate()
  const [name, setName] = useState(`${mark.name} ${t('Staging')}`)
  const [typedId, setTypedId] = useState<string | null>(`${project.id}-staging`.slice(0, 40))
  const [isMasked, setMasked] = useState(true)
  const [keepsSignIns, setKeepsSignIns] = useState(true)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const id = typedId ?? (name.trim() === '' ? '' : projectIdFrom(name))
  const isReady = name.trim() !== '' && id.trim() !== ''
  const clone = async () => {
    if (!isReady || isPending) return
    setPending(true)
    try {
      const data = {
        ...{ id: id.trim(), project_name: name.trim() },
        ...{ mask: isMasked ? 1 : 0, keep_sign_in: keepsSignIns ? 1 : 0 },
      }
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
        <Checkbox isChecked={isMasked} onChange={setMasked}>
          <Text source="Mask Personal Data" />
        </Checkbox>
        <Checkbox isChecked={keepsSignIns} onChange={setKeepsSignIns}>
          <Text source="Keep Sign-Ins" />
        </Checkbox>
      </div>
    </Dialog>
  )
}
