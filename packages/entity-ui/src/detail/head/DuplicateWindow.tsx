import type { CopyAnswer, EntityRecord, Meta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { useEffect, useState } from 'react'
import { NewRecordModal } from '../../new-record/NewRecordModal.tsx'
import type { RecordNavigation } from '../detail-view-props.ts'
import { toDraftRecord } from '../form-drafts.ts'
import { linkedTitles } from './linked-titles.ts'

interface DuplicateWindowProps extends Pick<RecordNavigation, 'onDirtyChange'> {
  entity: string
  meta: Meta
  /** The record that is copied, for the titles of what it links to. */
  record: EntityRecord
  copy: CopyAnswer
  onClose: () => void
  onCreated: (record: EntityRecord) => void
}

/**
 * The window of a new record that begins with the values of another, and says what it lacks (reference: screens, Detail
 * form).
 */
export default function DuplicateWindow(props: DuplicateWindowProps) {
  const { entity, meta, record, copy, onDirtyChange, onClose, onCreated } = props
  useEffect(() => () => onDirtyChange?.(false), [onDirtyChange])
  const shown = meta.doc_meta.fields.filter(({ hidden }) => hidden !== 1)
  const [set] = useState(() => {
    const { id: _none, ...values } = toDraftRecord({ id: '', ...copy.values }, shown)
    return values
  })
  const [titles] = useState(() => linkedTitles(meta, record))
  const left = copy.left_out.map((label) => ({ translate: label }))
  return (
    <NewRecordModal
      entity={entity}
      set={set}
      titles={titles}
      note={left.length > 0 && <Text source="Not copied: {0}" args={[left]} />}
      onDirtyChange={onDirtyChange}
      onClose={onClose}
      onCreated={onCreated}
    />
  )
}
