import type { TrashItem } from '@tavla/contract'
import { type RecordParts, recordRights, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import type { Tab } from '@tavla/ui'
import { ConfirmPurge } from './ConfirmPurge.tsx'
import { RestoreStep } from './RestoreStep.tsx'
import { TrashedRecord } from './TrashedRecord.tsx'
import { TrashHistory } from './TrashHistory.tsx'
import { useTrashedMeta } from './useTrashedMeta.ts'

/**
 * The open Trash Item: the record as it was, its history, and the steps that bring it back or erase it (reference:
 * screens, Trash). `onRestored` is called with the address of the record that came back, if this app has a screen for it.
 */
export function useTrashParts(onRestored: (path: string | undefined) => void): RecordParts {
  const { session } = useEnvironment()
  const [{ activeEntity }] = useEntity('Trash Item')
  const { ref_entity: entity = '', record } = (activeEntity ?? {}) as Partial<TrashItem>
  const meta = useTrashedMeta(entity)?.meta
  const canErase = meta && record ? recordRights(meta, record, session.user).canDelete : false
  return {
    Form: TrashedRecord,
    tabs: meta?.doc_meta.track_changes === 1 ? historyTab : noTabs,
    actions: <RestoreStep onRestored={onRestored} />,
    deletion: canErase ? erasing : null,
    Confirm: ConfirmPurge,
  }
}

const noTabs: readonly Tab[] = []
const historyTab: readonly Tab[] = [{ id: 'history', label: <Text source="History" />, content: <TrashHistory /> }]
const erasing = { label: 'Delete for Ever', done: 'This was deleted for ever.' }
