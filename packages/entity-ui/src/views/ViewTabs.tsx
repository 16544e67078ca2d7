import type { EntityState, SavedView } from '@tavla/client'
import { isViewChanged, keepView, showView } from '@tavla/client/views'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, lazyPart, moveFocus, notify } from '@tavla/ui'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { isNarrowed } from '../list/narrowed.ts'
import { useFollowedView } from './useFollowedView.ts'
import { useViewActions } from './useViewActions.ts'
import { useViewCounts } from './useViewCounts.ts'
import { useViews } from './useViews.ts'
import { ViewMenu } from './ViewMenu.tsx'
import './views.css'

const ViewWindow = lazyPart(() => import('./ViewWindow.tsx'), 'window')

/**
 * The views above a list: `All`, then one's own, those of one's roles, those of everybody, and what can be done with the
 * open one (reference: screens, Views).
 */
export default function ViewTabs({ state }: { state: EntityState }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const known = useViews(state.entity)
  const views = known ?? []
  const active = useFollowedView(state, known)
  const countOf = useViewCounts(state)
  const { isPending, save, duplicate, move, pin, remove } = useViewActions(state, views)
  // The view in the window; null in it stands for a new one.
  const [edited, setEdited] = useState<{ view: SavedView | null }>()
  const row = useRef<HTMLDivElement>(null)
  const isManager = client.views.canShare()
  const canChange = active !== undefined && (active.scope === 'Mine' || isManager)
  const isChanged = active !== undefined && isViewChanged(state)
  const show = (view: SavedView | null) => showView(client, state.entity, view)
  const reset = () => active && show(active)
  const makeNew = () => setEdited({ view: null })
  // The pressed button goes away with its view.
  const focusTab = () => row.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  return (
    <>
      <div ref={row} className="view-row">
        <TabList shown={state.view} views={views} isChanged={isChanged} countOf={countOf} onSelect={show} />
        {canMakeNew(state, isChanged && !canChange) ? (
          <Button
            className="view-new"
            aria-label={t('Save as New')}
            size="small"
            variant="quiet"
            icon={<Icon name="add" size="small" />}
            onClick={makeNew}
          >
            <Text source="Save as New" />
          </Button>
        ) : (
          <IconButton icon="add" label={t('Save as New')} size="small" onClick={makeNew} />
        )}
      </div>
      {active && (
        <div className="view-actions">
          {isChanged && (
            <Button className="view-reset" size="small" variant="quiet" onClick={reset}>
              <Text source="Reset" />
            </Button>
          )}
          {isChanged && canChange && (
            <Button className="view-save" size="small" isPending={isPending} onClick={() => save(active)}>
              <Text source="Save View" />
            </Button>
          )}
          <ViewMenu
            view={active}
            views={views}
            canChange={canChange}
            isChanged={isChanged}
            onReset={reset}
            onSave={() => save(active)}
            onSaveAsNew={makeNew}
            onDuplicate={() => duplicate(active)}
            onEdit={() => setEdited({ view: active })}
            onMove={(step) => move(active, step)}
            onPin={(isPinned) => pin(active, isPinned)}
            onDelete={() => {
              show(null)
              remove(active)
              focusTab()
            }}
          />
        </div>
      )}
      {edited && (
        <Suspense fallback={null}>
          <ViewWindow
            state={state}
            view={edited.view}
            isManager={isManager}
            onSaved={(view) => {
              setEdited(undefined)
              // A new view shows the list as it is.
              if (!edited.view) keepView(client, state.entity, view)
              notify(t('The view {0} was saved.', [view.title]))
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** True when the list shows something that only a new view could keep. */
const canMakeNew = (state: EntityState, isForeign: boolean): boolean =>
  isForeign || (state.view === null && isNarrowed(state))

interface TabListProps {
  /** Id of the open view. */
  shown: string | null
  views: readonly SavedView[]
  isChanged: boolean
  countOf: (view: string | null) => number | undefined
  onSelect: (view: SavedView | null) => void
}

function TabList({ shown, views, isChanged, countOf, onSelect }: TabListProps) {
  const { t } = useI18n()
  const list = useRef<HTMLDivElement>(null)
  // Where the row is too narrow for all, the open view scrolls into sight: also when a record opens beside the list, and
  // when the numbers come and move what follows them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another place to scroll to
  useEffect(() => {
    const row = list.current
    if (!row) return
    const observer = new ResizeObserver(() => {
      if (row.scrollWidth <= row.clientWidth) return
      row.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    for (const part of [row, ...row.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [shown, views.length])
  const select = (view: SavedView | null) => {
    if (shown !== (view?.id ?? null)) onSelect(view)
  }
  return (
    <div
      ref={list}
      className="view-tabs"
      role="tablist"
      aria-label={t('Views')}
      tabIndex={-1}
      onKeyDown={(event) => moveFocus(event, '[role=tab]', 'horizontal')}
    >
      <ViewTab isActive={shown === null} count={countOf(null)} onSelect={() => select(null)}>
        <Text source="All" />
      </ViewTab>
      {views.map((view) => (
        <ViewTab
          key={view.id}
          isActive={view.id === shown}
          count={countOf(view.id)}
          isChanged={view.id === shown && isChanged}
          onSelect={() => select(view)}
        >
          <bdi>{view.title}</bdi>
        </ViewTab>
      ))}
    </div>
  )
}

interface ViewTabProps {
  isActive: boolean
  /** Number of records; undefined while it is unknown. */
  count: number | undefined
  isChanged?: boolean
  onSelect: () => void
  children: ReactNode
}

function ViewTab({ isActive, count, isChanged = false, onSelect, children }: ViewTabProps) {
  const { formatNumber } = useI18n()
  return (
    <button
      type="button"
      role="tab"
      className="view-tab"
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      onClick={onSelect}
    >
      {children}
      {count !== undefined && <span className="view-count" data-count={formatNumber(count)} />}
      {isChanged && (
        <span className="view-changed">
          <span className="visually-hidden">
            <Text source="Changed" />
          </span>
        </span>
      )}
    </button>
  )
}
