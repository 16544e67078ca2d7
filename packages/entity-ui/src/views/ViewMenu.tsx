import type { SavedView } from '@tavla/client'
import { pinnedIn, pinnedViews } from '@tavla/client/pinned'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Menu, MenuItem, MenuSeparator } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { canMove } from './view-order.ts'

interface ViewMenuProps {
  view: SavedView
  views: readonly SavedView[]
  /** False for a shared view of somebody who does not manage. */
  canChange: boolean
  isChanged: boolean
  onReset: () => void
  onSave: () => void
  onSaveAsNew: () => void
  onDuplicate: () => void
  onEdit: () => void
  onMove: (step: number) => void
  onPin: (isPinned: boolean) => void
  onDelete: () => void
}

/** Copying, naming, moving and deleting the open view (reference: screens, Views). */
export function ViewMenu(props: ViewMenuProps) {
  const { view, views, canChange, isChanged } = props
  const { t } = useI18n()
  const pins = useSyncExternalStore(pinnedViews.subscribe, pinnedViews.getSnapshot)
  const isPinned = pinnedIn(pins, view.id)
  return (
    <Menu label={t('View Options')} trigger={<Icon name="more_horiz" />} align="end">
      {isChanged && canChange && (
        <MenuItem icon="save" onAction={props.onSave}>
          <Text source="Save View" />
        </MenuItem>
      )}
      {isChanged && (
        <MenuItem icon="undo" onAction={props.onReset}>
          <Text source="Reset" />
        </MenuItem>
      )}
      {isChanged && (
        <MenuItem icon="add" onAction={props.onSaveAsNew}>
          <Text source="Save as New" />
        </MenuItem>
      )}
      <MenuItem icon="content_copy" onAction={props.onDuplicate}>
        <Text source="Duplicate View" />
      </MenuItem>
      {pins.views !== null && (
        <MenuItem icon="push_pin" onAction={() => props.onPin(!isPinned)}>
          <Text source={isPinned ? 'Unpin from Home' : 'Pin to Home'} />
        </MenuItem>
      )}
      {canChange && (
        <>
          <MenuItem icon="edit" onAction={props.onEdit}>
            <Text source="Name and Sharing" />
          </MenuItem>
          <MenuItem icon="arrow_back" isDisabled={!canMove(views, view, -1)} onAction={() => props.onMove(-1)}>
            <Text source="Move Back" />
          </MenuItem>
          <MenuItem icon="arrow_forward" isDisabled={!canMove(views, view, 1)} onAction={() => props.onMove(1)}>
            <Text source="Move Forward" />
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="delete" isDangerous onAction={props.onDelete}>
            <Text source="Delete" />
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
