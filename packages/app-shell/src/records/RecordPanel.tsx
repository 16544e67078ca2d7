import { DetailView, type DetailViewProps } from '@tavla/entity-ui'
import { useLocation, useNavigate } from 'react-router'
import { useUnsaved } from './useUnsaved.ts'

export interface RecordPanelProps
  extends Omit<DetailViewProps, 'onDirtyChange' | 'onLeave' | 'onRenamed' | 'tab' | 'onTabChange'> {
  /** Address of the list; a record's is one segment longer. */
  baseRoute: string
}

/** The open record; leaving it with a changed draft asks first (reference: screens, Drafts). The address names its tab. */
export default function RecordPanel({ baseRoute, ...record }: RecordPanelProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const tab = new URLSearchParams(search).get('tab') ?? undefined
  return (
    <DetailView
      {...record}
      tab={tab}
      onTabChange={(next) => void navigate(pathname + withTab(search, next), { replace: true })}
      onDirtyChange={useUnsaved()}
      onLeave={() => void navigate(baseRoute, { replace: true })}
      onRenamed={(newId) => void navigate(`${baseRoute}/${encodeURIComponent(newId)}${search}`, { replace: true })}
    />
  )
}

/** The query part of an address with another tab in it; the first tab is omitted. */
function withTab(search: string, tab: string): string {
  const params = new URLSearchParams(search)
  if (tab === 'details') params.delete('tab')
  else params.set('tab', tab)
  return params.size === 0 ? '' : `?${params}`
}
