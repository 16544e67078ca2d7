import { headId } from '@tavla/client/grouped'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { GroupName } from './GroupName.tsx'
import type { GroupChoice } from './group-choice.ts'
import type { ListGroup } from './list-groups.ts'

interface GroupToggleProps {
  group: ListGroup
  choice: GroupChoice
  isFolded: boolean
  isStop: boolean
  onFold: (isFolded: boolean) => void
}

/** Name and number of records of a group; a press folds and opens it. */
export function GroupToggle({ group, choice, isFolded, isStop, onFold }: GroupToggleProps) {
  const { formatNumber } = useI18n()
  return (
    <button
      type="button"
      className="group-toggle"
      aria-expanded={!isFolded}
      tabIndex={isStop ? 0 : -1}
      data-record={headId(group.key)}
      onClick={() => onFold(!isFolded)}
    >
      <Icon name={isFolded ? 'chevron_right' : 'keyboard_arrow_down'} size="small" />
      <span className="group-name">
        <GroupName group={group} choice={choice} />
      </span>
      <span className="group-count numeric">
        <bdi>{formatNumber(group.count)}</bdi>{' '}
        <span className="visually-hidden">
          <Text source="{0, plural, one {Record} other {Records}}" args={[group.count]} />
        </span>
      </span>
    </button>
  )
}

/** The key that folds or opens a group: the arrows follow the screen; undefined for any other key. */
export function foldsBy(key: string, isFolded: boolean, isRtl: boolean): boolean | undefined {
  if (key === 'Enter' || key === ' ') return !isFolded
  const [fold, open] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  return key === fold ? true : key === open ? false : undefined
}
