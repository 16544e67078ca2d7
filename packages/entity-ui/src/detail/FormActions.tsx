import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, useShortcut } from '@tavla/ui'
import type { ReactNode } from 'react'
import type { recordRights } from './record-rights.ts'
import type { RecordForm } from './useRecordForm.ts'
import './detail-head.css'

export interface FormActionsProps {
  form: Pick<RecordForm, 'isEditing' | 'isSaving' | 'leave'>
  /** False until the record has loaded whole; Edit waits for it. */
  isReady: boolean
  rights: Pick<ReturnType<typeof recordRights>, 'canEdit' | 'canDelete'>
  onEdit: () => void
  onDelete: () => void
  onSave: () => void
  /** English source text. */
  deleteLabel?: string | undefined
  /** Further actions, before Edit. */
  children?: ReactNode
  /** The transitions of the record, while it is read. */
  transitions?: ReactNode
  /** They stand at the foot, where the end is nearest to the thumb; else Edit keeps its place at the end. */
  isAtFoot: boolean
}

/**
 * Edit; in edit mode Delete, Save and Close (reference: screens, Detail form). Users who may delete but not write get
 * Delete without Edit.
 */
export function FormActions(props: FormActionsProps) {
  const { isReady, deleteLabel = 'Delete', children } = props
  const { isEditing, isSaving, leave } = props.form
  const { canEdit, canDelete } = props.rights
  const { t } = useI18n()
  useShortcut('e', props.onEdit, { isEnabled: canEdit && isReady && !isEditing, label: t('Edit') })
  const handleDeleteKey = ({ target }: KeyboardEvent) => {
    // Inside an input, Delete edits the value.
    if (!(target instanceof Element && target.closest('.field-edit'))) props.onDelete()
  }
  useShortcut('Delete', handleDeleteKey, { isEnabled: canDelete && isReady, label: t(deleteLabel) })
  const deletion = (
    <Button
      variant="quiet"
      icon={<Icon name="delete" />}
      className="form-delete"
      disabled={!isReady}
      onClick={props.onDelete}
    >
      <Text source={deleteLabel} />
    </Button>
  )
  if (!isEditing) {
    return (
      <div className="form-buttons">
        {children}
        {!props.isAtFoot && props.transitions}
        {canDelete && !canEdit && deletion}
        {canEdit && (
          <Button data-form-edit icon={<Icon name="edit" />} disabled={!isReady} onClick={props.onEdit}>
            <Text source="Edit" />
          </Button>
        )}
        {props.isAtFoot && props.transitions}
      </div>
    )
  }
  return (
    <div className="form-buttons">
      {canDelete && deletion}
      <Button variant="primary" isPending={isSaving} onClick={props.onSave}>
        <Text source={isSaving ? 'Saving…' : 'Save'} />
      </Button>
      <Button onClick={leave}>
        <Text source="Close" />
      </Button>
    </div>
  )
}
