import type { EntityRecord } from '@tavla/contract'
import { type RecordWords, RecordWordsContext, useEntity, useEnvironment } from '@tavla/entity-ui'
import { useI18n, useTimes } from '@tavla/i18n/react'
import { Pill, type PillColor } from '@tavla/ui'
import { type ReactNode, useCallback, useMemo } from 'react'
import { eventName } from '../project/event-names.ts'
import { StatusPill } from '../project/StatusPill.tsx'
import { actionName } from './action-names.ts'
import { subjectOf } from './audit-facts.ts'
import { useAuditFacts } from './useAuditFacts.ts'

/** Shows each row of the audit below as the record's name, its entity and the action. */
export function VersionWords({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { client, now } = useEnvironment()
  const [{ activeList, activeEntity }] = useEntity('Version')
  const rows = useMemo(() => (activeEntity ? [...activeList, activeEntity] : activeList), [activeList, activeEntity])
  const { names, actions, reasons } = useAuditFacts(client, rows)
  const wordsOf = useCallback(
    (row: EntityRecord): RecordWords | undefined => {
      const { ref_entity: entity, ref_id: id, action } = row
      if (typeof entity !== 'string' || typeof id !== 'string' || typeof action !== 'string') return undefined
      const known = names.get(subjectOf(entity, id)) ?? id
      const name = isTime.test(known) ? formatDateTime(known, now()) : known
      const done = actions.get(row.id)
      const reason = reasons.get(row.id)
      const ofEntity = <bdi data-source={entity}>{t(entity)}</bdi>
      return {
        // Names of entities and roles are translated if the dictionary has them.
        title: <bdi>{interfaceNames.has(entity) ? t(name) : name}</bdi>,
        beside:
          reason === undefined ? (
            ofEntity
          ) : (
            <span>
              {ofEntity} · <bdi>{reason}</bdi>
            </span>
          ),
        states: <Pill color={colors[action]}>{t(done === undefined ? action : actionName(done))}</Pill>,
        told: ['ref_entity', 'ref_id', 'action'],
      }
    },
    [t, formatDateTime, now, names, actions, reasons],
  )
  return <RecordWordsContext value={wordsOf}>{children}</RecordWordsContext>
}

/** A record may have a time as its title, such as a backup. */
const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/

const interfaceNames: ReadonlySet<string> = new Set(['Entity', 'Role'])

/** As in a record's history. */
const colors: Readonly<Record<string, PillColor>> = {
  Created: 'Green',
  Updated: 'Blue',
  Deleted: 'Red',
  Renamed: 'Purple',
}

/** Shows each event below as the project's name and the event. */
export function EventWords({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const wordsOf = useCallback(
    ({ project, event, to_status: to, from_status: from, _link_titles: titles }: EntityRecord) => {
      if (typeof project !== 'string' || typeof event !== 'string') return undefined
      return {
        title: <bdi>{titles?.project ?? project}</bdi>,
        heading: 'Project',
        beside: <bdi>{t(eventName(event))}</bdi>,
        states: typeof to === 'string' && to !== '' && to !== from && <StatusPill status={to} />,
        told: ['project', 'event', 'from_status', 'to_status'],
      }
    },
    [t],
  )
  return <RecordWordsContext value={wordsOf}>{children}</RecordWordsContext>
}
