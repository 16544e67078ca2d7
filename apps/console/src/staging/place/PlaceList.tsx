import type { ListScope } from '@tavla/client'
import { ListHeader, PlainList, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { type ReactNode, useLayoutEffect } from 'react'

export interface PlaceListOptions {
  entity: string
  /** Heading of the list if there are several: English source text. */
  title?: string
  /** Settings: one record, without search and new records. */
  isOne?: boolean
  /** The records are made by the program alone. */
  isFixed?: boolean
  /** The conditions of the list, if it does not show all records. */
  scope?: ListScope
  /** English source text for a list without records. */
  emptyText?: string
  /** Actions on the whole list. */
  actions?: ReactNode
}

interface PlaceListProps extends PlaceListOptions {
  /** The open record of this list. */
  activeId: string | null
  /** True if single-letter shortcuts belong to this list. */
  isAlone: boolean
  onOpen: (id: string) => void
  onAdd: () => void
}

/** A list whose records open in place (reference: screens, Lists). */
export function PlaceList(props: PlaceListProps) {
  const {
    entity,
    title,
    isOne = false,
    isFixed = false,
    scope,
    emptyText,
    actions,
    activeId,
    isAlone,
    onOpen,
    onAdd,
  } = props
  const { t } = useI18n()
  const [{ meta, status }, store] = useEntity(entity)
  // Runs before the list below is entered.
  useLayoutEffect(() => {
    if (scope) store.setScope(scope)
  }, [store, scope])
  const isRefused = status === 'denied' || status === 'missing'
  const canCreate = meta?.doc_meta.permissions.create === 1 && !isOne && !isFixed
  useShortcut('n', onAdd, { isEnabled: canCreate && isAlone, label: t('New {0}', [{ translate: entity }]) })
  return (
    <section className="place-list" data-entity={entity} aria-label={t(entity)}>
      <div className="place-list-head">
        {title !== undefined && (
          <h2>
            <Text source={title} />
          </h2>
        )}
        {!isOne && !isRefused && (
          <ListHeader entity={entity} onAdd={canCreate ? onAdd : undefined} canSelect={false} actions={actions} />
        )}
      </div>
      <PlainList
        entity={entity}
        activeId={activeId}
        canSelect={false}
        hasLetterKeys={isAlone}
        onOpen={onOpen}
        emptyText={emptyText}
        {...(canCreate && { onAdd })}
      />
    </section>
  )
}
