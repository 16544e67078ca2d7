import type { QueuedChange } from '@tavla/client'
import type { Choose, EntityRecord, Meta } from '@tavla/contract'
import { type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { useMemo, useState } from 'react'
import { mergeFieldsOf } from '../detail/arrivals.ts'
import { ConflictWindow } from '../detail/conflict/lazy.ts'
import { fromDraft, toDraftRecord } from '../detail/form-drafts.ts'
import { type Editing, notEditing, reduceEditing, saveBody } from '../detail/record-editing.ts'
import { nameOfEditor } from '../detail/useConflict.ts'
import { useRecordMeta } from '../detail/useRecordMeta.ts'
import { useEntity, useEnvironment } from '../environment.ts'
import { activeQueue } from './active-queue.ts'

interface ClashWindowProps {
  change: QueuedChange
  onClose: () => void
}

/** The window of a change that waited and met another user's (reference: screens, Changes by others). */
export default function ClashWindow({ change, onClose }: ClashWindowProps) {
  const [{ meta }, store] = useEntity(change.entity)
  useRecordMeta(store)
  if (!meta || !change.theirs) return null
  return <Clash change={change} meta={meta} theirs={change.theirs} onClose={onClose} />
}

function Clash({ change, meta, theirs, onClose }: ClashWindowProps & { meta: Meta; theirs: EntityRecord }) {
  const { onError } = useEnvironment()
  const [isSaving, setSaving] = useState(false)
  const { entity, operation, call } = change
  const { fields } = meta.doc_meta
  const mergeFields = mergeFieldsOf(meta)
  const draft = useMemo(() => editingOf(change, meta), [change, meta])
  const record = toDraftRecord(theirs, fields)
  const id = theirs.id
  const form = useMemo<FieldForm>(() => ({ entity, id, meta, titles: new Map() }), [entity, id, meta])

  const save = async (choose: Choose) => {
    setSaving(true)
    const merged = reduceEditing(draft, { type: 'rebased', record, fields: mergeFields, choose })
    const body = saveBody(merged, (name, value) => fromDraft(fields, name, value))
    const { id: _id, modified: _modified, _base, ...values } = body
    const queue = activeQueue()
    try {
      // Where all values of the other side stay, nothing is left to send.
      if (Object.keys(values).length === 0) await queue?.takeBack(operation)
      else await queue?.decide(operation, { call: { ...call, body }, values, base: theirs })
      onClose()
    } catch (error) {
      onError(error)
      setSaving(false)
    }
  }

  return (
    <FieldFormContext value={form}>
      <ConflictWindow
        conflict={{ theirs: record, by: nameOfEditor(theirs) }}
        meta={meta}
        mergeFields={mergeFields}
        draft={draft}
        isSaving={isSaving}
        onSave={(choose) => void save(choose)}
        onCancel={onClose}
      />
    </FieldFormContext>
  )
}

/** The change as the form had it. */
function editingOf({ base, values, call: { body }, ids }: QueuedChange, meta: Meta): Editing {
  const { fields } = meta.doc_meta
  const stood = body._base as EntityRecord | undefined
  const { modified } = body as { modified?: string }
  const former: EntityRecord = { ...base, ...stood, id: ids[0] ?? '', ...(modified !== undefined && { modified }) }
  const changes = toDraftRecord({ id: '', ...values }, fields)
  const { id: _id, ...typed } = changes
  return { ...notEditing, isEditing: true, base: toDraftRecord(former, fields), changes: typed }
}
