import { NewRecordModal, type NewRecordModalProps, useEntity } from '@tavla/entity-ui'
import { useEffect } from 'react'
import { useUnsaved } from './useUnsaved.ts'

/** The window of a new record, whose draft neither the way back nor the end of the session takes away unasked. */
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
