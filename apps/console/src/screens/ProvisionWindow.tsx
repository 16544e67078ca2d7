import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, ProgressBar } from '@tavla/ui'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { StatusPill } from '../project/StatusPill.tsx'
import { StepList } from '../project/StepList.tsx'
import { useProjectInfo } from '../project/useProject.ts'
import { PanelState } from '../reading/PanelState.tsx'
import '../project/project.css'

/** The steps of a new project's site as they happen; closing the window does not stop them. */
export function ProvisionWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const info = useProjectInfo(id)
  const { value } = info
  const steps = inOrder(value?.events ?? [])
  const isUnderWay = value?.status === 'Provisioning'
  const open = () => void navigate(value?.status === 'Running' ? projectPath(id) : `${projectPath(id)}/HQ_info`)
  return (
    <Dialog
      title={<bdi>{value?.project_name ?? id}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Text source="Close" />
          </Button>
          <Button variant="primary" disabled={isUnderWay || !value} onClick={open}>
            <Text source="Open Project" />
          </Button>
        </>
      }
    >
      {value ? (
        <div className="provision">
          <p role="status">
            <StatusPill status={value.status} />
          </p>
          <div className="provision-progress">
            {isUnderWay && <ProgressBar label={t('Provisioning', undefined, 'status')} />}
          </div>
          {value.last_error && value.status === 'Failed' && value.last_error !== steps.at(-1)?.message && (
            <p className="project-error" role="alert">
              <bdi>{value.last_error}</bdi>
            </p>
          )}
          <StepList events={steps} status={value.status} />
        </div>
      ) : (
        <PanelState reading={info} />
      )}
    </Dialog>
  )
}

/** Oldest first; the answer may have either order. */
function inOrder<T extends { at: string }>(events: readonly T[]): T[] {
  const isNewestFirst = (events[0]?.at ?? '') > (events.at(-1)?.at ?? '')
  return isNewestFirst ? [...events].reverse() : [...events]
}
