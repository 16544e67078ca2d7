import type { ReactNode } from 'react'
import './list-detail.css'

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
  /** Covers both panels. */
  overlay?: ReactNode
}

/** A list panel with header and content, a detail panel and an area over both (reference: screens, Frame). */
export function ListDetail(props: ListDetailProps) {
  const { listLabel, detailLabel, header, list, detail, isDetailOpen, variant = 'split', overlay } = props
  return (
    <div className="list-detail" data-open={isDetailOpen || undefined} data-variant={variant}>
      <section className="list-panel" aria-label={listLabel}>
        <div className="list-head">{header}</div>
        <div className="list-content">{list}</div>
      </section>
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
  /**
   * True if the scrolling area contains nothing focusable: it then takes the focus itself, so that keys can scroll it.
   */
  isStop?: boolean
  children: ReactNode
}

/** A record's screen: a fixed top section and a detail section that scrolls (reference: screens, Frame). */
export function DetailLayout({ top, isStop = false, children }: DetailLayoutProps) {
  return (
    <div className="detail-layout">
      <header className="detail-top">{top}</header>
      <div className="detail-section" {...(isStop && { tabIndex: 0 })}>
        {children}
      </div>
    </div>
  )
}
