import { NewRecordModal, type NewRecordModalProps } from '../../new-record/NewRecordModal.tsx'

/** The window of a new record that points at another. */
export default function NewRelated(props: NewRecordModalProps) {
  return <NewRecordModal {...props} />
}
