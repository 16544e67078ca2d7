import { closeForNext, NewRecord } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Icon, ListDetail, lazyPart, useIsStacked, useShortcut } from '@tavla/ui'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { Jobs } from '../jobs/useJobs.ts'
import { PlaceList, type PlaceListOptions } from './PlaceList.tsx'
import type { PlaceRecordProps } from './PlaceRecord.tsx'
import { useIsBlank } from './useIsBlank.ts'
import { type PlaceId, usePlaceRecord } from './usePlaceRecord.ts'
import './place.css'

const PlaceRecord = lazyPart(() => import('./PlaceRecord.tsx'))

interface PlaceRecordsProps {
  /** Accessible name of all lists together. */
  label: string
  lists: readonly PlaceListOptions[]
  /** Several lists stand side by side, if there is room, or one below the other. */
  variant?: 'beside' | 'below'
  /** Further actions of the open record, and content above its fields. */
  actionsOf?: (open: PlaceId, jobs: Jobs) => ReactNode
  introOf?: (open: PlaceId, jobs: Jobs) => ReactNode
  /** Names of the fields in the intro; the grid leaves them out. */
  introFields?: readonly string[]
  /** Replaces the common panel of the open record. */
  Record?: ComponentType<PlaceRecordProps>
}

/**
 * Short lists without addresses, and beside them the record opened from one of them (reference: screens,
 * Frame; screens, Lists).
 */
export function PlaceRecords(props: PlaceRecordsProps) {
  const { label, lists, variant = 'beside', actionsOf, introOf, introFields, Record = PlaceRecord } = props
  const { t } = useI18n()
  const { open, show, replace } = usePlaceRecord()
  const [adding, setAdding] = useState<string | null>(null)
  const isStacked = useIsStacked()
  const isBlank = useIsBlank(lists.map(({ entity }) => entity))
  const isAlone = lists.length === 1
  const leave = async () => {
    await show(null)
    if (open) focusRow(open)
  }
  useShortcut('b', () => void leave(), { isEnabled: open !== null, label: t('Back to the list') })

  return (
    <>
      <ListDetail
        listLabel={label}
        detailLabel={t('Details')}
        isDetailOpen={open !== null}
        variant={isBlank ? 'wide' : 'split'}
        header={null}
        list={
          <div className="place-lists" data-variant={isAlone ? 'alone' : variant}>
            {lists.map((list) => (
              <PlaceList
                key={list.entity}
                {...list}
                isAlone={isAlone}
                activeId={open?.entity === list.entity ? open.id : null}
                onOpen={(id) => void show({ entity: list.entity, id })}
                onAdd={() => setAdding(list.entity)}
              />
            ))}
          </div>
        }
        detail={
          open ? (
            <div className="place-record">
              {isStacked && (
                <Button
                  className="place-back"
                  variant="quiet"
                  icon={<Icon name="arrow_back" />}
                  onClick={() => void leave()}
                >
                  <Text source="Back to the list" />
                </Button>
              )}
              <Suspense fallback={null}>
                <Record
                  entity={open.entity}
                  id={open.id}
                  actionsOf={actionsOf}
                  introOf={introOf}
                  introFields={introFields}
                  onLeave={() => {
                    replace(null)
                    focusRow(open)
                  }}
                  onRenamed={(id) => replace({ ...open, id })}
                />
              </Suspense>
            </div>
          ) : (
            <EmptyState kind="choose" icon="arrow_back" title={<Text source="Select a record" />} />
          )
        }
      />
      {adding !== null && (
        <Suspense fallback={null}>
          <NewRecord
            entity={adding}
            onClose={() => setAdding(null)}
            onReopen={() => setAdding(adding)}
            onCreated={({ id }) => {
              closeForNext(() => setAdding(null))
              void show({ entity: adding, id })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Focuses the record's row when the list returns, or another row of it if the record is gone. */
function focusRow({ entity, id }: PlaceId): void {
  requestAnimationFrame(() => {
    const list = document.querySelector(`.place-list[data-entity="${CSS.escape(entity)}"]`)
    const row =
      list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`) ??
      list?.querySelector<HTMLElement>('[data-record][tabindex="0"]')
    row?.focus()
  })
}
