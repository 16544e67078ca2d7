import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useState } from 'react'
import { ProjectName } from './ProjectName.tsx'
import type { projectMark } from './project-mark.ts'
import { TypeId } from './TypeId.tsx'

interface ConfirmProjectProps {
  id: string
  mark: ReturnType<typeof projectMark>
  kind: keyof typeof questions
  /** False for a project that never had a server, of which the trash keeps nothing. */
  hasData?: boolean
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Days for which the data of a deleted project stay in the trash (reference: hosting, Trash of projects). */
const trashDays = 7

const questions = {
  delete: 'Are you sure you want to delete {id}?',
  stop: 'Are you sure you want to stop {id}?',
  restart: 'Are you sure you want to restart {id}?',
} as const

/**
 * Asks before a site is restarted, stopped or deleted, with the project's colour and icon; to stop or delete it, the
 * user types the id, which in production is asked by the refusal (reference: screens, Projects in the console).
 */
export function ConfirmProject({ id, mark, kind, hasData = true, ...rest }: ConfirmProjectProps) {
  const [typed, setTyped] = useState('')
  const isBrief = kind === 'restart' || mark.environment === 'Production'
  return (
    <ConfirmDialog
      isDangerous={kind !== 'restart'}
      message={<Text source={questions[kind]} args={{ id }} />}
      // Start takes a stop back, and a restart changes nothing.
      reversal={kind !== 'delete' ? null : hasData ? { trashDays } : 'never'}
      canConfirm={isBrief || typed.trim() === id}
      startsOnConfirm={isBrief}
      {...rest}
    >
      <ProjectName mark={mark} />
      {!isBrief && <TypeId id={id} dir="ltr" value={typed} onChange={setTyped} />}
    </ConfirmDialog>
  )
}
