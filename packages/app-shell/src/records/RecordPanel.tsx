import { DetailView, type RecordNavigation, type RecordParts } from '@tavla/entity-ui'
import { useIsStacked } from '@tavla/ui'
import { useLocation, useNavigate } from 'react-router'
import { useDraftWaiting } from './useDraftWaiting.ts'
import { useUnsaved } from './useUnsaved.ts'

export interface RecordPanelProps extends RecordParts, Pick<RecordNavigation, 'takesFocus'> {
  entity: string
  id: string
  /** Address of the list; a record's is one segment longer. */
  baseRoute: string
}

/** The open record; leaving it with a changed draft asks first (reference: screens, Drafts). The address names its tab. */
export default function RecordPanel({ baseRoute, takesFocus = false, ...record }: RecordPanelProps) {
  const navigate = useNavigate()
  const { pathname, search: asked, state } = useLocation()
  const params = new URLSearchParams(asked)
  const note = params.get('note') ?? undefined
  params.delete('note')
  const search = params.size === 0 ? '' : `?${params}`
  const isStacked = useIsStacked()
  const navigation: RecordNavigation = {
    tab: params.get('tab') ?? undefined,
    note,
    onTabChange: (next) => void navigate(pathname + withTab(search, next), { replace: true }),
    onDirtyChange: useUnsaved(),
    onDraftWaiting: useDraftWaiting(),
    onLeave: () => void navigate(baseRoute, { replace: true }),
    // A narrow screen has its way back in the top bar.
    onClose: isStacked ? undefined : () => void navigate(baseRoute),
    onStep: (next) => void navigate(`${baseRoute}/${encodeURIComponent(next)}${search}`),
    onRenamed: (newId) => void navigate(`${baseRoute}/${encodeURIComponent(newId)}${search}`, { replace: true }),
    takesFocus,
    isNew: isNewState(state),
    // Once: not after a reload, and not when the person comes back.
    onBegun: () => void navigate(pathname + search, { replace: true, state: null }),
  }
  return <DetailView {...record} navigation={navigation} />
}

/** State of the address to which the window of a new record leads. */
const isNewState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isNew' in state && state.isNew === true

/** The query part of an address with another tab in it; the first tab is omitted. */
function withTab(search: string, tab: string): string {
  const params = new URLSearchParams(search)
  if (tab === 'details') params.delete('tab')
  else params.set('tab', tab)
  return params.size === 0 ? '' : `?${params}`
}
