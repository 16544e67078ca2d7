import { Text } from '@tavla/i18n/react'
import { ConfirmDialog, TextField } from '@tavla/ui'
import { useState } from 'react'
import { ProjectName } from './ProjectName.tsx'
import type { projectMark } from './project-mark.ts'

interface ConfirmProjectProps {
  id: string
  mark: ReturnType<typeof projectMark>
  kind: 'delete' | 'stop'
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a whole site is taken from its people: the project's id has to be typed (contract 9.6, 8.70). */
export function ConfirmProject({ id, mark, kind, ...rest }: ConfirmProjectProps) {
  const [typed, setTyped] = useState('')
  return (
    <ConfirmDialog
      isDangerous
      message={
        kind === 'delete' ? (
          <Text source="Are you sure you want to delete {id}?" args={{ id }} />
        ) : (
          <Text source="Are you sure you want to stop {id}?" args={{ id }} />
        )
      }
      canConfirm={typed.trim() === id}
      {...rest}
    >
      <ProjectName mark={mark} />
      <TextField
        label={<Text source="Type {id} to confirm" args={{ id }} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={typed}
        onChange={setTyped}
      />
    </ConfirmDialog>
  )
}
