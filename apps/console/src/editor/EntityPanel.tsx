import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { ConfirmDeleteEntity } from './ConfirmDeleteEntity.tsx'
import { EntityForm } from './form/EntityForm.tsx'
import { useChangeCheck } from './useChangeCheck.tsx'

/** An entity's definition as the record it is, with a form, a question before saving and one before deleting of its own. */
export default function EntityPanel(props: RecordPanelProps) {
  const { confirmSave, question } = useChangeCheck()
  return (
    <>
      <RecordPanel {...props} Form={EntityForm} confirmSave={confirmSave} Confirm={ConfirmDeleteEntity} />
      {question}
    </>
  )
}
