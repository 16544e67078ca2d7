import { NewRecordModal, type NewRecordModalProps } from '@tavla/entity-ui'
import { useUnsaved } from './useUnsaved.ts'

/** The window of a new record; neither going back nor the end of the session discards its draft without a question. */
export default function NewRecord(props: NewRecordModalProps) {
  return <NewRecordModal {...props} onDirtyChange={useUnsaved()} />
}
