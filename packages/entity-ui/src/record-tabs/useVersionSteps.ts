import type { TabOperation } from '@tavla/client'
import type { VersionRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { askUndo } from '../undo/undo-run.ts'

/** The steps that a version's operation offers to this person. */
export interface OperationSteps {
  /** Takes the operation back, or its part in this record; undefined where that is not possible. */
  onUndo: (() => void) | undefined
  /** Address of the operation in Recent Changes; undefined for those who may not see it. */
  path: string | undefined
}

interface Place {
  entity: string
  id: string
  canWrite: boolean
  /** Runs after an undo. */
  onUndone: () => void
}

/**
 * The steps of each version's operation: its user and managers take the whole back, others who may write the record this
 * version alone (reference: screens, History).
 */
export function useVersionSteps({ entity, id, canWrite, onUndone }: Place): (version: VersionRecord) => OperationSteps {
  const { t } = useI18n()
  const { client, session, recordPath } = useEnvironment()
  const [{ meta }, log] = useEntity('Operation Log')
  useEffect(() => {
    // Without the rights on the log, each version is taken back alone.
    log.loadMeta().catch(() => undefined)
  }, [log])
  const seesAll = meta?.doc_meta.permissions.if_owner === 0
  return ({ id: version, user, action, operation }) => {
    if (!operation) return { onUndo: undefined, path: undefined }
    const isVisible = seesAll || user === session.user
    const target: TabOperation = {
      host: client.host,
      id: operation.id,
      isDefinition: operation.kind === 'Definition',
      ...(!isVisible && { version: { entity, record: id, version } }),
    }
    // The undo of a create takes the record away.
    const options = { isAlwaysAsked: action === 'Created', onDone: onUndone }
    const isOffered = operation.can_undo === 1 && (isVisible || canWrite)
    return {
      onUndo: isOffered ? () => void askUndo(t, target, options) : undefined,
      path: isVisible && operation.record_count > 1 ? recordPath('Operation Log', operation.id) : undefined,
    }
  }
}
