import type { EntityRecord } from '@tavla/contract'
import { type RecordWords, RecordWordsContext, useEntity, useEnvironment, useTitleText } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Pill, type PillColor } from '@tavla/ui'
import { Fragment, type ReactNode, useCallback, useMemo } from 'react'
import { eventName } from '../project/event-names.ts'
import { StatusPill } from '../project/StatusPill.tsx'
import { actionName } from './action-names.ts'
import { subjectOf } from './audit-facts.ts'
import { useAuditFacts } from './useAuditFacts.ts'

/** Shows each row of the audit below as the record's name, its entity and project, who wrote it unless a person did, and the action. */
export function VersionWords({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const titleText = useTitleText()
  const { client } = useEnvironment()
  const [{ activeList, activeEntity }] = useEntity('Version')
  const rows = useMemo(() => (activeEntity ? [...activeList, activeEntity] : activeList), [activeList, activeEntity])
  const { names, actions, reasons, projects, own } = useAuditFacts(client, rows)
  const wordsOf = useCallback(
    (row: EntityRecord): RecordWords | undefined => {
      const { ref_entity: entity, ref_id: id, action } = row
      if (typeof entity !== 'string' || typeof id !== 'string' || typeof action !== 'string') return undefined
      const subject = subjectOf(entity, id)
      const name = names.get(subject) ?? id
      const done = actions.get(row.id)
      const beside = [projects.get(subject), reasons.get(row.id)].filter((part) => part !== undefined)
      return {
        // Names of entities and roles are translated if the dictionary has them.
        title: <bdi>{interfaceNames.has(entity) ? t(name) : titleText(name)}</bdi>,
        beside: (
          <span>
            <bdi data-source={entity}>{t(entity)}</bdi>
            {beside.map((part) => (
              <Fragment key={part}>
                {' · '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
            {own.has(row.id) && (
              <>
                {' · '}
                <Text source="System" />
              </>
            )}
          </span>
        ),
        states: <Pill color={colors[action]}>{t(done === undefined ? action : actionName(done))}</Pill>,
        told: ['ref_entity', 'ref_id', 'action'],
      }
    },
    [t, titleText, names, actions, reasons, projects, own],
  )
  return <RecordWordsContext value={wordsOf}>{children}</RecordWordsContext>
}

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
