import { NewRecordModal, type NewRecordModalProps, useEntity } from '@tavla/entity-ui'
import { useEffect } from 'react'
import { useUnsaved } from './useUnsaved.ts'

/** The window of a new record; neither going back nor the end of the session discards its draft without a question. */
export default function NewRecord(props: NewRecordModalProps) {
  const [{ newEntity: draft }] = useEntity(props.entity)
  const markUnsaved = useUnsaved()
  const isDirty = Object.keys(draft).length > 0
  useEffect(() => markUnsaved(isDirty), [markUnsaved, isDirty])
  return (
    <NewRecordModal
      {...props}
      onCreated={(record) => {
        markUnsaved(false)
        props.onCreated(record)
      }}
    />
  )
}
