import { type CSSProperties, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../part/lazyPart.tsx'
import type { Split } from './SplitHandle.tsx'
import './list-detail.css'

/** Loads when the first record opens. */
export const SplitHandle = lazyPart(() => import('./SplitHandle.tsx'), 'line')

export interface ListDetailProps {
  /** Accessible names of the two panels. */
  listLabel: string
  detailLabel: string
  /** Above the list: search, filters, count. */
  header: ReactNode
  list: ReactNode
  /** The open record, or its substitute. */
  detail?: ReactNode
  /** True while a record is open: on a phone it replaces the list. */
  isDetailOpen: boolean
  /** `split` keeps both side by side; `wide` gives the list all the room until a record is open (tiles, tables). */
  variant?: 'split' | 'wide'
  /** The person's width of a `wide` list beside an open record; without it the width is fixed. */
  split?: Split | undefined
  /** Covers both panels. */
  overlay?: ReactNode
}

const listPanel = { side: 'start', narrowest: 320, widest: 900, rest: 360, property: '--split' } as const

/** A list panel with header and content, a detail panel and an area over both (reference: screens, Frame). */
export function ListDetail(props: ListDetailProps) {
  const { listLabel, detailLabel, header, list, detail, isDetailOpen, variant = 'split', overlay } = props
  const split = isDetailOpen && variant === 'wide' ? props.split : undefined
  const style = split && split.width > 0 ? ({ '--split': `${split.width}px` } as CSSProperties) : undefined
  return (
    <div className="list-detail" data-open={isDetailOpen || undefined} data-variant={variant} style={style}>
      <section className="list-panel" aria-label={listLabel}>
        <div className="list-head">{header}</div>
        <div className="list-content">{list}</div>
      </section>
      {split && (
        <Suspense fallback={null}>
          <SplitHandle {...split} {...listPanel} />
        </Suspense>
      )}
      {(isDetailOpen || variant === 'split') && (
        <section className="detail-panel" aria-label={detailLabel}>
          {detail}
        </section>
      )}
      {overlay !== undefined && <div className="list-detail-overlay">{overlay}</div>}
    </div>
  )
}

interface DetailLayoutProps {
  top: ReactNode
  children: ReactNode
}

/** A record's screen: a fixed top section and a detail section that scrolls (reference: screens, Frame). */
export function DetailLayout({ top, children }: DetailLayoutProps) {
  return (
    <div className="detail-layout">
      <header className="detail-top">{top}</header>
      <div className="detail-section">{children}</div>
    </div>
  )
}
