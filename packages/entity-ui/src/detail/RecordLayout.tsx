import { useI18n } from '@tavla/i18n/react'
import { Badge, DetailLayout, IconButton, SplitHandle, type Tab, Tabs, useIsOnPaper } from '@tavla/ui'
import { type CSSProperties, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useBeside } from './useBeside.ts'
import { detailsTab } from './useDetailTabs.ts'

interface RecordLayoutProps {
  /** Accessible name of the tabs. */
  label: string
  top: ReactNode
  /** The tabs of the form, its details first. */
  forms: readonly Tab[]
  /** Further tabs; without any the details stand alone, unless the form has more. */
  tabs: readonly Tab[]
  chosen: string
  onSelect: (tab: string) => void
  /** Bars over the foot of the details. */
  bars: ReactNode
  /** The record's actions at the foot, where a thumb reaches them. */
  foot?: ReactNode
}

/** A record's head over its tabs; a wide one shows another tab beside its details (reference: screens, Detail form). */
export function RecordLayout(props: RecordLayoutProps) {
  const { label, top, forms, tabs, chosen, onSelect, bars, foot } = props
  const { t } = useI18n()
  const layout = useRef<HTMLDivElement>(null)
  const panel = useId()
  const beside = useBeside({ layout, tabs, chosen, select: onSelect })
  const style = beside.width > 0 ? ({ '--beside': `${beside.width}px` } as CSSProperties) : undefined
  // Beside another tab stands the part of the form that was chosen last.
  const [form, setForm] = useState<string>(detailsTab)
  const isForm = forms.some(({ id }) => id === chosen)
  if (chosen !== form && isForm) setForm(chosen)
  const isChosenBeside = beside.tab?.id === chosen
  // Paper has the whole form where the screen has a part of it.
  const isOnPaper = useIsOnPaper() && (isForm || isChosenBeside)
  return (
    <div ref={layout} className="record-layout" data-beside={beside.tab !== undefined || undefined} style={style}>
      <div className="record-main">
        <DetailLayout top={top}>
          {tabs.length === 0 && forms.length === 1 ? (
            forms[0]?.content
          ) : (
            <Tabs
              label={label}
              active={chosen}
              onSelect={onSelect}
              tabs={[...forms.map((tab) => ({ ...tab, isOnPaper })), ...tabs]}
              beside={beside.tab && { tab: beside.tab.id, panel, rest: form }}
            />
          )}
        </DetailLayout>
        {bars}
        {foot && <div className="record-foot">{foot}</div>}
      </div>
      {beside.tab && (
        <>
          <Suspense fallback={<div />}>
            <SplitHandle
              {...besidePanel}
              label={t('Width of the side panel')}
              width={beside.width}
              onChange={beside.setWidth}
            />
          </Suspense>
          <section className="record-beside" data-chosen={isChosenBeside || undefined}>
            <header>
              <h3 id={`${panel}-label`}>
                {beside.tab.label}
                <Badge count={beside.tab.count ?? 0} isQuiet />
              </h3>
              <IconButton icon="right_panel_close" label={t('Hide the side panel')} onClick={beside.hide} />
            </header>
            <div
              key={beside.tab.id}
              className="tab-panel"
              role="tabpanel"
              id={panel}
              aria-labelledby={`${panel}-label`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may contain nothing focusable
              tabIndex={0}
            >
              {beside.tab.content}
            </div>
          </section>
        </>
      )}
    </div>
  )
}

const besidePanel = { side: 'end', narrowest: 380, widest: 560, rest: 640, property: '--beside' } as const
