import { isUntilSent } from '@tavla/client'
import type { CopyAnswer, EntityRecord, Meta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../../environment.ts'
import type { DetailViewProps, RecordParts } from '../detail-view-props.ts'
import type { RecordWindow } from '../RecordWindows.tsx'
import type { recordRights } from '../record-rights.ts'
import { copyText } from './copy-text.ts'
import { RecordMenu } from './RecordMenu.tsx'
import { RecordPeople } from './RecordPeople.tsx'
import { useRecordWork } from './useRecordWork.ts'
import { useReminders } from './useReminders.ts'
import { type WorkWindow, WorkWindows } from './WorkWindows.tsx'

interface HeadStepsOptions {
  entity: string
  id: string
  meta: Meta | null
  record: EntityRecord | null
  rights: ReturnType<typeof recordRights> | null
  /** A record of the staff app: people work together on it, and duplicate it. */
  isShared: boolean
  isEditing: boolean
  navigation: DetailViewProps['navigation']
  /** False until the record has loaded whole. */
  isReady: boolean
  deletion: RecordParts['deletion']
  /** Opens a window of the form. */
  onWindow: (window: RecordWindow) => void
}

interface HeadSteps {
  menu: ReactNode
  /** The people of the record: those assigned, and the reader's own reminders. */
  people: ReactNode
  windows: ReactNode
}

/** The steps of a record's head besides its form: the menu, the people, and their windows. */
export function useHeadSteps(options: HeadStepsOptions): HeadSteps {
  const { entity, id, meta, record, rights, isShared, isEditing, navigation } = options
  const { isReady, deletion, onWindow } = options
  const { t } = useI18n()
  const { client, recordPath, navigate, onError } = useEnvironment()
  const [open, setOpen] = useState<WorkWindow | null>(null)
  const { work, reload } = useRecordWork(entity, id, record)
  const isThere = !isUntilSent(id)
  const isWorkedOn = isShared && isThere && work !== null
  const { reminders, reload: reloadReminders } = useReminders(entity, id, isWorkedOn)
  const path = recordPath(entity, id)
  const canCopy = isShared && isThere && meta?.type === 'Document' && meta.doc_meta.permissions.create === 1
  const canDelete = rights?.canDelete === true && deletion !== null
  const show = (next: WorkWindow) => () => setOpen(next)
  const duplicate = async () => {
    const copy = await client.entities.runAction<CopyAnswer>(entity, id, 'get_copy')
    setOpen({ kind: 'copy', copy })
  }
  const follow = async () => {
    await client.entities.runAction(entity, id, 'follow', { following: work?.isFollowing ? 0 : 1 })
    await reload()
  }
  const goTo = (made: EntityRecord) => {
    setOpen(null)
    const next = recordPath(entity, made.id)
    if (next !== undefined) navigate(next)
  }
  const copyLink = () => void copyText(new URL(path ?? '', location.href).href, t('Link copied'), t)
  const menu = isEditing ? null : (
    <RecordMenu
      isFollowing={work?.isFollowing === true}
      onDuplicate={canCopy && path !== undefined ? () => void duplicate().catch(onError) : undefined}
      onCopyLink={path === undefined ? undefined : copyLink}
      onRename={rights?.canRename && navigation.onRenamed ? () => onWindow('rename') : undefined}
      // Without Edit the button stands in the head.
      onDelete={isReady && canDelete && rights.canEdit ? () => onWindow('delete') : undefined}
      deleteLabel={deletion?.label}
      onFollow={isWorkedOn ? () => void follow().catch(onError) : undefined}
      onAssign={isWorkedOn && rights?.canWrite ? show({ kind: 'assign' }) : undefined}
      onRemind={isWorkedOn ? show({ kind: 'remind' }) : undefined}
    />
  )
  const people = isWorkedOn && (
    <RecordPeople
      work={work}
      reminders={reminders}
      onOpen={(assignment) => setOpen({ kind: 'assignment', assignment })}
      onRemind={show({ kind: 'remind' })}
    />
  )
  const windows = meta && record && (
    <WorkWindows
      {...{ entity, id, meta, record, open, reminders }}
      canWrite={rights?.canWrite === true}
      onDirtyChange={navigation.onDirtyChange}
      onClose={() => setOpen(null)}
      onAssigned={() => void reload().catch(onError)}
      onReminded={() => void reloadReminders()}
      onCreated={goTo}
    />
  )
  return { menu, people, windows }
}
