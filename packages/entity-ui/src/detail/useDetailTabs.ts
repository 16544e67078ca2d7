import type { EntityState } from '@tavla/client'
import type { Tab } from '@tavla/ui'
import { useState } from 'react'
import type { Surroundings } from '../record-tabs/related/useRelated.ts'
import { useRecordTabs } from '../record-tabs/useRecordTabs.tsx'
import type { DetailViewProps, RecordParts } from './detail-view-props.ts'
import { useWritingKeys } from './useWritingKeys.ts'

/** Id of the tab with the record's fields. */
export const detailsTab = 'details'

interface DetailTabOptions extends Pick<DetailViewProps, 'entity' | 'id' | 'navigation'> {
  parts: Pick<RecordParts, 'hasRecordTabs' | 'tabs'>
  state: EntityState
  canWrite: boolean
  isEditing: boolean
  around: Surroundings
  /** Ids of the tabs of the form. */
  forms: readonly string[]
}

/**
 * The tabs of a record and the chosen one; the choice updates the address, and a change of the address
 * updates the choice.
 */
export function useDetailTabs(options: DetailTabOptions) {
  const { entity, id, parts, navigation, state, canWrite, isEditing, around, forms } = options
  const { hasRecordTabs = false, tabs: further = none } = parts
  const { tab: named = detailsTab, note, onTabChange } = navigation
  const { meta, activeEntity: record } = state
  const own = useRecordTabs({ entity, id, meta, record, canWrite, around, isShown: hasRecordTabs, note })
  const tabs = [...own, ...further]
  const [chosen, setChosen] = useState(named)
  const [followed, setFollowed] = useState(named)
  if (followed !== named) {
    setFollowed(named)
    setChosen(named)
  }
  const select = (next: string) => {
    if (next === current) return
    setChosen(next)
    onTabChange?.(next)
  }
  const isThere = (tab: string) => forms.includes(tab) || tabs.some(({ id }) => id === tab)
  useWritingKeys({
    entity,
    id,
    meta,
    tabs: own,
    select,
    canWrite,
    isEnabled: !isEditing && state.activeStatus === 'ready',
  })
  // Where no messages belong to the record, its notes have a tab of their own.
  const wanted = chosen === 'communication' && !isThere(chosen) ? 'notes' : chosen
  const current = isThere(wanted) ? wanted : detailsTab
  return {
    tabs,
    current,
    select,
    /** Brings the form to light, in the tab in which it stands. */
    showDetails: () => {
      if (!forms.includes(current)) select(detailsTab)
    },
  }
}

const none: readonly Tab[] = []
