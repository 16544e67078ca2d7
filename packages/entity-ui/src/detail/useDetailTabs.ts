import type { EntityState } from '@tavla/client'
import type { Tab } from '@tavla/ui'
import { useState } from 'react'
import { useRecordTabs } from '../record-tabs/useRecordTabs.tsx'
import type { DetailViewProps } from './detail-view-props.ts'

type Options = Pick<DetailViewProps, 'entity' | 'id' | 'hasRecordTabs' | 'tabs' | 'tab' | 'onTabChange'>

/**
 * The tabs of a record and the chosen one; the choice updates the address, and a change of the address
 * updates the choice.
 */
export function useDetailTabs(options: Options, { meta, activeEntity: record }: EntityState, canWrite: boolean) {
  const { entity, id, hasRecordTabs = false, tabs: further = none, tab: named = details, onTabChange } = options
  const own = useRecordTabs({ entity, id, meta, record, canWrite })
  const tabs = hasRecordTabs ? [...own, ...further] : further
  const [chosen, setChosen] = useState(named)
  const [followed, setFollowed] = useState(named)
  if (followed !== named) {
    setFollowed(named)
    setChosen(named)
  }
  const select = (next: string) => {
    if (next === chosen) return
    setChosen(next)
    onTabChange?.(next)
  }
  return {
    tabs,
    current: tabs.some((tab) => tab.id === chosen) ? chosen : details,
    select,
    showDetails: () => select(details),
  }
}

const details = 'details'
const none: readonly Tab[] = []
