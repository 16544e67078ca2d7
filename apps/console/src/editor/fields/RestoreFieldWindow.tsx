import type { ApiError } from '@tavla/client'
import { limits, type RemovedField } from '@tavla/contract'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextField } from '@tavla/ui'
import { useState } from 'react'

interface RestoreFieldWindowProps {
  field: RemovedField
  /** Why the field can't come back under this name. */
  refusal: ApiError
  isPending: boolean
  onRestore: (fieldname: string) => void
  onClose: () => void
}

/** Asks for another name of a removed field whose own is in use by now. */
export function RestoreFieldWindow({ field, refusal, isPending, onRestore, onClose }: RestoreFieldWindowProps) {
  const { t } = useI18n()
  const [name, setName] = useState(`${field.fieldname}_2`)
  return (
    <Dialog
      size="small"
      title={<Text source="Restore" />}
      hasSubmitKeys
      onClose={onClose}
      onSubmit={() => name.trim() !== '' && onRestore(name.trim())}
      footer={
        <FormFoot onCancel={onClose} isPending={isPending} canSubmit={name.trim() !== ''}>
          <Text source="Restore" />
        </FormFoot>
      }
    >
      <TextField
        label={<Text source="Fieldname" />}
        value={name}
        error={errorMessage(refusal, t)}
        maxLength={limits.dataLength}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={setName}
      />
    </Dialog>
  )
}
