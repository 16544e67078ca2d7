import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { moveFocus } from '../action/move-focus.ts'
import { Icon } from '../icon/Icon.tsx'
import { Badge } from '../show/Badge.tsx'
import { Anchor } from '../texts.tsx'
import './tabs.css'

export interface Tab {
  /** Last segment of the address in link mode. */
  id: string
  /** Already translated and title-cased. */
  label: ReactNode
  /** Before the label, where tabs stand one below the other. */
  icon?: string | undefined
  /** True for the first tab of a group, where tabs stand one below the other. */
  startsGroup?: boolean | undefined
  count?: number | undefined
  /** Drawn while the tab is active, in place mode. */
  content?: ReactNode
  /** Stays mounted, hidden, while another tab is active, so that its work goes on. */
  isKept?: boolean
  /** Drawn while another tab is active too, since paper has no tabs. */
  isOnPaper?: boolean
}

export interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: readonly Tab[]
  /**
   * With a base route each tab is a link to it plus the tab's id, and `path` is the current address. Without one, tabs
   * swap their content in place.
   */
  baseRoute?: string
  path?: string
  /** In place mode, when the caller holds the choice. */
  active?: string
  /** In place mode, the tab whose content the caller shows in a panel of its own, beside that of another tab, `rest`. */
  beside?: { tab: string; panel: string; rest: string } | undefined
  onSelect?: (id: string) => void
  /** One below the other, beside their content. */
  isVertical?: boolean
  /** Above the tabs. */
  title?: ReactNode
  /** Between the tabs and their content, shared by all of them. */
  firstRow?: ReactNode
  /** In link mode, the content of the active tab. */
  children?: ReactNode
}

/**
 * Tabs over content, with a title and a first row if given (reference: screens, Frame): by address with a base route,
 * else the first is active until the user chooses another.
 */
export function Tabs(props: TabsProps) {
  const {
    label,
    tabs,
    baseRoute,
    path = '',
    active,
    beside,
    onSelect,
    title,
    firstRow,
    children,
    isVertical = false,
  } = props
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const current = baseRoute === undefined ? (active ?? chosen ?? tabs[0]?.id) : activeTab(path, baseRoute, tabs)
  /** The tab whose content stands in the panel. */
  const shown = beside !== undefined && current === beside.tab ? beside.rest : current
  const list = useRef<HTMLDivElement>(null)
  // Where the row is too narrow for all tabs, the active one scrolls into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place to scroll to
  useEffect(() => {
    const row = list.current
    if (!row || row.scrollWidth <= row.clientWidth) return
    row.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const select = (next: string) => {
    setChosen(next)
    onSelect?.(next)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const target = moveFocus(event, '[role="tab"]', isVertical ? 'vertical' : 'horizontal')
    // In link mode the user confirms with Enter, since a link loads a page.
    if (target && baseRoute === undefined) target.click()
  }

  return (
    <div className="tabs" data-vertical={isVertical || undefined}>
      {title !== undefined && <h2 className="tabs-title">{title}</h2>}
      <div
        ref={list}
        className="tab-list"
        role="tablist"
        aria-label={label}
        aria-orientation={isVertical ? 'vertical' : undefined}
        aria-multiselectable={beside ? true : undefined}
        tabIndex={-1}
        onKeyDown={handleKey}
      >
        {tabs.map((tab) => {
          const isBeside = tab.id === beside?.tab
          const isActive = tab.id === shown || isBeside
          const attributes = {
            role: 'tab',
            id: `${id}-${tab.id}`,
            className: 'tab',
            'data-starts-group': tab.startsGroup || undefined,
            'aria-selected': isActive,
            'aria-controls': isBeside ? beside?.panel : isActive ? `${id}-panel` : undefined,
            tabIndex: tab.id === current || current === undefined ? 0 : -1,
          }
          const content = (
            <>
              {isVertical && tab.icon !== undefined && <Icon name={tab.icon} size="small" />}
              {tab.label}
              <Badge count={tab.count ?? 0} isQuiet />
            </>
          )
          return baseRoute === undefined ? (
            <button key={tab.id} type="button" {...attributes} onClick={() => select(tab.id)}>
              {content}
            </button>
          ) : (
            <Anchor key={tab.id} {...attributes} href={`${baseRoute}/${tab.id}`}>
              {content}
            </Anchor>
          )
        })}
      </div>
      {firstRow !== undefined && <div className="tabs-first-row">{firstRow}</div>}
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown ?? ''}`}
        // The panel scrolls and may contain nothing focusable.
        tabIndex={baseRoute === undefined ? 0 : undefined}
      >
        {baseRoute === undefined
          ? tabs.map(
              (tab) =>
                (tab.isKept || tab.isOnPaper || tab.id === shown) && (
                  <div key={tab.id} className="tab-content" hidden={tab.id !== shown && !tab.isOnPaper}>
                    {tab.content}
                  </div>
                ),
            )
          : children}
      </div>
    </div>
  )
}

/** The tab of an address: its last segment, else the segment right after the base route (reference: screens, Frame). */
export function activeTab(path: string, baseRoute: string, tabs: readonly { id: string }[]): string | undefined {
  const known = (part: string | undefined) => tabs.find((tab) => tab.id === decode(part ?? ''))?.id
  const rest = path.startsWith(`${baseRoute}/`) ? path.slice(baseRoute.length + 1).split('/') : []
  return known(rest.at(-1)) ?? known(rest[0])
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
