import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import type { ReactNode } from 'react'

export interface FormActionsProps {
  isEditing: boolean
  isSaving: boolean
  canEdit: boolean
  canDelete: boolean
  onEdit: () => void
  onDelete: () => void
  onSave: () => void
  onClose: () => void
  /** Further actions, before Edit. */
  children?: ReactNode
}

/** Edit; in edit mode Delete, Save and Close (spec 2.10). */
export function FormActions(props: FormActionsProps) {
  const { isEditing, isSaving, canEdit, canDelete, children } = props
  if (!isEditing) {
    return (
      <div className="form-actions">
        {children}
        {canEdit && (
          <Button data-form-edit icon={<Icon name="edit" />} onClick={props.onEdit}>
            <Text source="Edit" />
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="form-actions">
      {canDelete && (
        <Button variant="quiet" icon={<Icon name="delete" />} className="form-delete" onClick={props.onDelete}>
          <Text source="Delete" />
        </Button>
      )}
      <Button variant="primary" isPending={isSaving} onClick={props.onSave}>
        <Text source={isSaving ? 'Saving…' : 'Save'} />
      </Button>
      <Button onClick={props.onClose}>
        <Text source="Close" />
      </Button>
    </div>
  )
}
