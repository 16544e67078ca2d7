import { usePlace } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, TextArea } from '@tavla/ui'
import { useState } from 'react'
import { ProjectName } from '../project/ProjectName.tsx'
import { TypeId } from '../project/TypeId.tsx'
import type { ConfirmationQuestion } from './confirmations.ts'
import { idAskedFor } from './id-asked-for.ts'
import './production-change.css'

/** Asks for the project's id and a reason before a change of production (reference: screens, Environment marks). */
export default function ProductionChange({ question }: { question: ConfirmationQuestion }) {
  const { t } = useI18n()
  const { mark } = usePlace()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const { message, answer } = question
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
        {mark?.color && mark.icon !== undefined && (
          <ProjectName mark={{ name: mark.name, color: mark.color, icon: mark.icon, environment: mark.environment }} />
        )}
        <p>{message}</p>
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
