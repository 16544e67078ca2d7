import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, useShortcut } from '@tavla/ui'
import type { ReactNode } from 'react'
import type { recordRights } from './record-rights.ts'
import type { RecordForm } from './useRecordForm.ts'

export interface FormActionsProps {
  form: Pick<RecordForm, 'isEditing' | 'isSaving' | 'leave'>
  /** False until the record has loaded whole; Edit waits for it. */
  isReady: boolean
  rights: Pick<ReturnType<typeof recordRights>, 'canEdit' | 'canDelete' | 'canRename'>
  onEdit: () => void
  onRename: () => void
  onDelete: () => void
  onSave: () => void
  /** Gives the list its room back. */
  onClose?: (() => void) | undefined
  /** English source text. */
  deleteLabel?: string | undefined
  /** Further actions, before Edit. */
  children?: ReactNode
}

/**
 * Edit; in edit mode Delete, Save and Close (reference: screens, Detail form). Users who may delete but not write get
 * Delete without Edit.
 */
export function FormActions(props: FormActionsProps) {
  const { isReady, deleteLabel = 'Delete', children } = props
  const { isEditing, isSaving, leave } = props.form
  const { canEdit, canDelete, canRename } = props.rights
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
      <div className="form-actions">
        {children}
        {canRename && (
          <Button variant="quiet" disabled={!isReady} onClick={props.onRename}>
            <Text source="Rename" />
          </Button>
        )}
        {canDelete && !canEdit && deletion}
        {canEdit && (
          <Button data-form-edit icon={<Icon name="edit" />} disabled={!isReady} onClick={props.onEdit}>
            <Text source="Edit" />
          </Button>
        )}
        {props.onClose && <IconButton icon="close" label={t('Back to the list')} onClick={props.onClose} />}
      </div>
    )
  }
  return (
    <div className="form-actions">
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
