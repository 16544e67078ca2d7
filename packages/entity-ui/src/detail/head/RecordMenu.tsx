import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, keyNames, Menu, MenuItem, MenuSeparator, printPage, useShortcut } from '@tavla/ui'
import { useAddedSteps } from './MoreSteps.tsx'
import './record-menu.css'

/** The steps of the menu; a step that is undefined is not offered. */
export interface RecordActions {
  onDuplicate?: (() => void) | undefined
  onCopyLink?: (() => void) | undefined
  onRename?: (() => void) | undefined
  onFollow?: (() => void) | undefined
  onAssign?: (() => void) | undefined
  onRemind?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

interface RecordMenuProps extends RecordActions {
  isFollowing: boolean
  /** English source text. */
  deleteLabel?: string | undefined
}

const nothing = () => undefined

/** The steps of a record besides changing it; on a phone they are a sheet (reference: screens, Detail form). */
export function RecordMenu(props: RecordMenuProps) {
  const { isFollowing, onDuplicate, onCopyLink, onRename, onFollow, onAssign, onRemind, onDelete } = props
  const { deleteLabel = 'Delete' } = props
  const { t } = useI18n()
  const added = useAddedSteps()
  const shortcut = (run: (() => void) | undefined, label: string) =>
    [run ?? nothing, { isEnabled: run !== undefined, label }] as const
  useShortcut('Mod+D', ...shortcut(onDuplicate, t('Duplicate', undefined, 'record')))
  useShortcut('Mod+Shift+C', ...shortcut(onCopyLink, t('Copy Link')))
  useShortcut('a', ...shortcut(onAssign, t('Assign')))
  useShortcut('h', ...shortcut(onRemind, t('Remind Me')))
  return (
    <div className="record-menu">
      <Menu label={t('Actions')} trigger={<Icon name="more_horiz" />} align="end">
        {added}
        {added && <MenuSeparator />}
        {onDuplicate && (
          <MenuItem icon="content_copy" hint={<Keys of="Mod+D" />} onAction={onDuplicate}>
            <Text source="Duplicate" context="record" />
          </MenuItem>
        )}
        {onCopyLink && (
          <MenuItem icon="link" hint={<Keys of="Mod+Shift+C" />} onAction={onCopyLink}>
            <Text source="Copy Link" />
          </MenuItem>
        )}
        <MenuItem icon="print" hint={<Keys of="Mod+P" />} onAction={printPage}>
          <Text source="Print" />
        </MenuItem>
        {onRename && (
          <MenuItem icon="text_fields" onAction={onRename}>
            <Text source="Rename" />
          </MenuItem>
        )}
        {onFollow && (
          <MenuItem icon={isFollowing ? 'notifications_off' : 'notifications'} onAction={onFollow}>
            {isFollowing ? <Text source="Unfollow" /> : <Text source="Follow" context="record" />}
          </MenuItem>
        )}
        {onAssign && (
          <MenuItem icon="person_add" hint={<Keys of="A" />} onAction={onAssign}>
            <Text source="Assign" />
          </MenuItem>
        )}
        {onRemind && (
          <MenuItem icon="alarm" hint={<Keys of="H" />} onAction={onRemind}>
            <Text source="Remind Me" />
          </MenuItem>
        )}
        {onDelete && (
          <>
            <MenuSeparator />
            <MenuItem icon="delete" isDangerous hint={<Keys of="Delete" />} onAction={onDelete}>
              <Text source={deleteLabel} />
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}

/** The keys of a step; a screen reader hears them from the list under `?`. */
function Keys({ of }: { of: string }) {
  return (
    <bdi dir="ltr" className="record-menu-keys" aria-hidden="true">
      {keyNames(of).join(' ')}
    </bdi>
  )
}
