import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextArea } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { TypeId } from '../project/TypeId.tsx'

/** Downloads a backup, which holds all of a project's data: that of production asks for its id and a reason. */
export default function DownloadBackup({ backup, onClose }: { backup: EntityRecord; onClose: () => void }) {
  const { project } = useActiveProject()
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const isProduction = project.environment === 'Production'
  const isReady = !isProduction || (confirm.trim() === project.id && reason.trim().length >= 4)
  const download = () => {
    if (!isReady) return
    const query = isProduction ? `?${new URLSearchParams({ confirm: confirm.trim(), reason: reason.trim() })}` : ''
    location.assign(`/api/hq/backups/${encodeURIComponent(backup.id)}/download${query}`)
    onClose()
  }
  return (
    <Dialog
      title={<Text source="Download" />}
      size="small"
      onClose={onClose}
      onSubmit={download}
      footer={
        <FormFoot onCancel={onClose} isPending={false} canSubmit={isReady}>
          <Text source="Download" />
        </FormFoot>
      }
    >
      <div className="project-window">
        <ProjectName mark={projectMark(project)} />
        {isProduction && (
          <>
            <TypeId id={project.id} dir="ltr" value={confirm} onChange={setConfirm} />
            <TextArea
              label={<Text source="Reason" />}
              maxLength={500}
              rows={2}
              isRequired
              value={reason}
              onChange={setReason}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
