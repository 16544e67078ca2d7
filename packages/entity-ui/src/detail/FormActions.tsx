import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, useShortcut } from '@tavla/ui'
import type { ReactNode } from 'react'

export interface FormActionsProps {
  isEditing: boolean
  isSaving: boolean
  /** False until the record has loaded whole; Edit waits for it. */
  isReady: boolean
  canEdit: boolean
  canDelete: boolean
  canRename: boolean
  onEdit: () => void
  onRename: () => void
  onDelete: () => void
  onSave: () => void
  onClose: () => void
  /** Further actions, before Edit. */
  children?: ReactNode
}

/**
 * Edit; in edit mode Delete, Save and Close (reference: screens, Detail form). Users who may delete but not write get
 * Delete without Edit.
 */
export function FormActions(props: FormActionsProps) {
  const { isEditing, isSaving, isReady, canEdit, canDelete, canRename, children } = props
  const { t } = useI18n()
  useShortcut('e', props.onEdit, { isEnabled: canEdit && isReady && !isEditing, label: t('Edit') })
  const handleDeleteKey = ({ target }: KeyboardEvent) => {
    // Inside an input, Delete edits the value.
    if (!(target instanceof Element && target.closest('.field-edit'))) props.onDelete()
  }
  useShortcut('Delete', handleDeleteKey, { isEnabled: canDelete && isReady, label: t('Delete') })
  const deletion = (
    <Button
      variant="quiet"
      icon={<Icon name="delete" />}
      className="form-delete"
      disabled={!isReady}
      onClick={props.onDelete}
    >
      <Text source="Delete" />
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
      </div>
    )
  }
  return (
    <div className="form-actions">
      {canDelete && deletion}
      <Button variant="primary" isPending={isSaving} onClick={props.onSave}>
        <Text source={isSaving ? 'Saving…' : 'Save'} />
      </Button>
      <Button onClick={props.onClose}>
        <Text source="Close" />
      </Button>
    </div>
  )
}
