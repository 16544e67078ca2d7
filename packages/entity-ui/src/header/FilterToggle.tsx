import type { EntityState } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { listConditions } from '../filters/conditions.ts'
import { wrongGroupBy } from '../groups/group-choice.ts'
import './filter-fold.css'

interface FilterToggleProps {
  state: EntityState
  isOpen: boolean
  /** Id of the filters. */
  controls: string
  onPress: () => void
}

/** Opens the filters where the list is too narrow to show them. */
export default function FilterToggle({ state, isOpen, controls, onPress }: FilterToggleProps) {
  const { formatNumber } = useI18n()
  const { filters, group, lost } = state
  const count = listConditions(filters).length + lost.length + (group ? 1 : 0) + (wrongGroupBy(state) ? 1 : 0)
  return (
    <Button
      variant="quiet"
      className="filter-toggle"
      icon={<Icon name="filter_list" size="small" />}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
    >
      <span className="filter-toggle-word">
        <Text source="Filters" />
      </span>
      {count > 0 && (
        <>
          {' '}
          <span className="filter-toggle-count numeric">{formatNumber(count)}</span>
        </>
      )}
    </Button>
  )
}
