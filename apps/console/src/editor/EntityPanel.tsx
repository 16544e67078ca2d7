import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { ConfirmDeleteEntity } from './ConfirmDeleteEntity.tsx'
import { EntityForm } from './form/EntityForm.tsx'
import { useChangeCheck } from './useChangeCheck.tsx'

/** The record panel of an entity's definition, with its own form and its own questions before saving and deleting. */
export default function EntityPanel(props: RecordPanelProps) {
  const { confirmSave, question } = useChangeCheck()
  return (
    <>
      <RecordPanel
        {...props}
        draftKind="definition"
        Form={EntityForm}
        confirmSave={confirmSave}
        Confirm={ConfirmDeleteEntity}
      />
      {question}
    </>
  )
}
