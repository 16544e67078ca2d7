import { usePlace } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, TextArea } from '@tavla/ui'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { actionName } from '../audit/action-names.ts'
import { projectPath } from '../paths.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { TypeId } from '../project/TypeId.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import type { ConfirmationQuestion } from './confirmations.ts'
import { idAskedFor } from './id-asked-for.ts'
import './production-change.css'

/** Asks for the project's id and a reason before a change of production (reference: screens, Environment marks). */
export default function ProductionChange({ question }: { question: ConfirmationQuestion }) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const { message, action, answer } = question
  const id = idAskedFor(message, t)
  const isTyped = id === undefined ? typed.trim() !== '' : typed.trim() === id
  const isReady = isTyped && reason.trim().length >= 4
  const submit = () => {
    if (isReady) answer({ confirm: typed.trim(), reason: reason.trim() })
  }
  return (
    <Dialog
      title={<Text source="Production Change" />}
      size="small"
      onClose={() => answer(null)}
      onSubmit={submit}
      hasSubmitKeys
      footer={
        <>
          <Button onClick={() => answer(null)}>
            <Text source="Cancel" />
          </Button>
          <Button type="submit" variant="danger" disabled={!isReady}>
            <Text source="Confirm" />
          </Button>
        </>
      }
    >
      <div className="production-change">
        {id !== undefined && <ChangedProject key={id} id={id} />}
        {action !== undefined && <b>{t(actionName(action))}</b>}
        {/* The label of the box says it, if the sentence is the known one. */}
        {id === undefined && <p>{message}</p>}
        <TypeId id={id ?? ''} dir="ltr" value={typed} onChange={setTyped} />
        <TextArea
          label={<Text source="Reason" />}
          maxLength={500}
          rows={2}
          isRequired
          value={reason}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}

/** The project that changes, which may be another one than that on screen. */
function ChangedProject({ id }: { id: string }) {
  const { mark } = usePlace()
  const { pathname } = useLocation()
  const isHere = `${pathname}/`.startsWith(`${projectPath(id)}/`)
  const { value: other } = useLiveReading(id, async () => {
    if (isHere) return undefined
    const { data } = await client.entities.list('Project', {
      filters: { id },
      fields: ['project_name', 'color', 'icon', 'environment'],
    })
    return data[0]
  })
  if (other) return <ProjectName mark={projectMark(other)} />
  if (!isHere || !mark?.color || mark.icon === undefined) return null
  return <ProjectName mark={{ name: mark.name, color: mark.color, icon: mark.icon, environment: mark.environment }} />
}
