import { askBoundToScreen } from '@tavla/app-shell/records'
import { useLocation, useNavigate } from 'react-router'

/**
 * The inner tab of a screen, from `tab` in the address, so that Back and a reload restore it; the first tab is omitted.
 * Its lists open records in place (reference: screens, Console tabs): another tab is the same address without a record.
 */
export function useInnerTab(ids: readonly [string, ...string[]], path: string) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const named = new URLSearchParams(search).get('tab')
  const active = ids.find((id) => id === named) ?? ids[0]
  const select = async (next: string) => {
    if (next === active || !(await askBoundToScreen())) return
    await navigate(next === ids[0] ? path : `${path}?tab=${next}`)
  }
  return { active, select: (next: string) => void select(next) }
}
