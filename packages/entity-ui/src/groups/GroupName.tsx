import { Text, useI18n } from '@tavla/i18n/react'
import { Cell } from '../list/Cell.tsx'
import type { GroupChoice } from './group-choice.ts'
import type { ListGroup } from './list-groups.ts'
import { periodName } from './period-name.ts'

/** The value that the records of a group share: a state in its colour, the title of a record, a period in words. */
export function GroupName({ group, choice }: { group: ListGroup; choice: GroupChoice }) {
  const i18n = useI18n()
  const { field, period } = choice
  const { value, name } = group
  const label = { translate: field.label }
  if (value === null) return <Text source="Without {0}" args={[label]} />
  if (period) return <bdi>{periodName(i18n, String(value), period)}</bdi>
  if (field.fieldtype === 'Check') return <Text source={value === 1 ? '{0}: Yes' : '{0}: No'} args={[label]} />
  return <Cell field={field} record={{ id: '', [field.fieldname]: value, _link_titles: { [field.fieldname]: name } }} />
}
