import { type EntityState, isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { usePrinting } from '@tavla/ui'
import { PrintTable } from '../list/PrintTable.tsx'
import type { RowFields } from '../list/row-fields.ts'
import { GroupFigure } from './GroupHead.tsx'
import { GroupName } from './GroupName.tsx'
import type { ListGroup } from './list-groups.ts'
import type { Groups } from './useGroups.ts'

interface PrintGroupsProps {
  /** With the lines as rows. */
  state: EntityState
  groups: Groups
  fields: RowFields
  /** The fields with numbers, in the order of the list. */
  numbers: readonly FieldMeta[]
  /** True while a record is open, which is printed instead. */
  isCovered: boolean
}

/** The groups for print, each with its head and the records of an open one: together as many as paper has of a list. */
export function PrintGroups({ state, groups, fields, numbers, isCovered }: PrintGroupsProps) {
  const printing = usePrinting(async () => (isCovered ? null : groups.store.readGroupsForPaper()))
  if (!printing || isCovered || state.status !== 'ready') return null
  const { content } = printing
  // The browser's own print menu leaves no time to read: only the rows in memory are printed.
  const rowsOf = ({ key }: ListGroup) => (content ? (content.get(key) ?? []) : rowsInMemory(state, groups, key))
  const sections = [...groups.byKey.values()].map((group) => ({
    key: group.key,
    head: <PaperHead {...{ group, groups, numbers }} sums={state.sums} />,
    rows: rowsOf(group),
  }))
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <PrintTable
      fields={fields}
      caption={<Text source="Printed records: {0} of {1}" args={[count, state.listInfo.totalCount]} />}
      sections={sections}
    />
  )
}

type PaperHeadProps = Pick<PrintGroupsProps, 'groups' | 'numbers'> & Pick<EntityState, 'sums'> & { group: ListGroup }

function PaperHead({ group, groups, numbers, sums }: PaperHeadProps) {
  const { formatNumber } = useI18n()
  return (
    <>
      <GroupName group={group} choice={groups.choice} /> <bdi className="numeric">{formatNumber(group.count)}</bdi>
      {numbers.map((field) => (
        <GroupFigure key={field.fieldname} {...{ field, group, sums }} hasLabel />
      ))}
    </>
  )
}

const rowsInMemory = ({ activeList }: EntityState, { lines }: Groups, key: string): EntityRecord[] =>
  activeList.filter((record, at) => {
    const line = lines[at]
    return line?.kind === 'record' && line.group === key && isRead(record)
  })
