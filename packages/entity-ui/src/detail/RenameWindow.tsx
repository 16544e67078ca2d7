import { type EntityStore, justWritten, toApiError } from '@tavla/client'
import { limits } from '@tavla/contract'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextField } from '@tavla/ui'
import { useState } from 'react'
import { notifyWritten } from '../undo/undo-flow.ts'

export interface RenameWindowProps {
  id: string
  store: EntityStore
  onRenamed: (newId: string) => void
  onClose: () => void
}

/** Asks for the new id of a record; shows the server's refusal beside the box (reference: screens, Profile). */
export default function RenameWindow({ id, store, onRenamed, onClose }: RenameWindowProps) {
  const { t } = useI18n()
  const [newId, setNewId] = useState(id)
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)

  const rename = async () => {
    if (isPending) return
    setPending(true)
    try {
      const name = await store.rename(id, newId)
      notifyWritten(t, t('Saved'), justWritten())
      onRenamed(name)
    } catch (refusal) {
      setError(errorMessage(toApiError(refusal), t))
      setPending(false)
    }
  }

  const footer = (
    <FormFoot onCancel={onClose} isPending={isPending}>
      <Text source="Rename" />
    </FormFoot>
  )
  return (
    <Dialog
      size="small"
      title={<Text source="Rename" />}
      onClose={onClose}
      onSubmit={() => void rename()}
      footer={footer}
    >
      <TextField
        label={<Text source="New ID" />}
        value={newId}
        error={error}
        maxLength={limits.dataLength}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(value) => {
          setNewId(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
