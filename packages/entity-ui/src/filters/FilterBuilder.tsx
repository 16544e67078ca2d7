import {
  type EntityState,
  type EntityStore,
  isFilterLeaf,
  leavesOf,
  readGroup,
  soundFilters,
  splitFilters,
  writeGroup,
} from '@tavla/client'
import { type FilterGroup, type FilterPart, limits, type Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, FormFoot, Icon, IconButton, Select } from '@tavla/ui'
import { useState } from 'react'
import ConditionRow, { type DraftCondition } from './ConditionRow.tsx'
import { filterFields } from './conditions.ts'
import { useConditionText } from './useConditionText.ts'
import { useTitles } from './useTitles.ts'

interface FilterBuilderProps {
  state: EntityState
  store: EntityStore
  meta: Meta
  onClose: () => void
}

type Word = 'and' | 'or' | 'none'

/** A node while it is edited. */
interface Condition extends DraftCondition {
  key: number
}
interface Group {
  key: number
  word: Word
  members: readonly (Condition | Group)[]
}
type Node = Condition | Group

let lastKey = 0
const isGroupNode = (node: Node): node is Group => 'members' in node

/** The window of all conditions: groups of which all, any or none must hold, said as a sentence (reference: screens, Filters). */
export default function FilterBuilder({ state, store, meta, onClose }: FilterBuilderProps) {
  const { t } = useI18n()
  const { filters, group, entity } = state
  const [root, setRoot] = useState<Group>(() => groupFrom(beginning(state)))
  const { sentenceOf } = useConditionText(state, useTitles(state))
  const part = partOf(root)
  const known = soundFilters(meta, filters)
  const apply = () => {
    const split = part && !isFilterLeaf(part) ? splitFilters({ ...part }) : {}
    store.setConditions(split.filters ?? {}, split.group ?? null)
    onClose()
  }
  const parts: Parts = { entity, meta, filters: group ? {} : known }
  return (
    <Dialog
      title={<Text source="Combine Conditions" />}
      size="large"
      onClose={onClose}
      onSubmit={apply}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={onClose}>
          <Text source="Apply" />
        </FormFoot>
      }
    >
      <div className="filter-builder">
        <p className="filter-sentence" role="status">
          <bdi>{part ? sentenceOf(part) : t('All records')}</bdi>
        </p>
        <GroupEditor group={root} depth={1} parts={parts} onChange={setRoot} />
      </div>
    </Dialog>
  )
}

interface Parts {
  entity: string
  meta: Meta
  filters: EntityState['filters']
}

interface GroupEditorProps {
  group: Group
  depth: number
  parts: Parts
  onChange: (group: Group) => void
  onRemove?: () => void
}

function GroupEditor({ group, depth, parts, onChange, onRemove }: GroupEditorProps) {
  const { t } = useI18n()
  const put = (members: readonly Node[]) => onChange({ ...group, members })
  const replace = (index: number, node?: Node) =>
    put(node ? group.members.toSpliced(index, 1, node) : group.members.toSpliced(index, 1))
  const [first] = filterFields(parts.meta)
  const condition = (): Condition => ({ key: ++lastKey, fieldname: first?.fieldname ?? 'id', pair: null })
  return (
    <fieldset className="filter-group" aria-label={t(words[group.word])}>
      <div className="filter-group-head">
        <Select
          aria-label={t('Conditions')}
          options={Object.entries(words).map(([value, source]) => ({ value, label: t(source), source }))}
          value={group.word}
          onChange={(word) => onChange({ ...group, word: word as Word })}
        />
        {onRemove && <IconButton icon="close" size="small" label={t('Remove')} onClick={onRemove} />}
      </div>
      {group.members.map((member, index) =>
        isGroupNode(member) ? (
          <GroupEditor
            key={member.key}
            group={member}
            depth={depth + 1}
            parts={parts}
            onChange={(next) => replace(index, next)}
            onRemove={() => replace(index)}
          />
        ) : (
          <ConditionRow
            key={member.key}
            condition={member}
            {...parts}
            onChange={(next) => replace(index, { key: member.key, ...next })}
            onRemove={() => replace(index)}
          />
        ),
      )}
      <div className="filter-group-foot">
        <Button
          size="small"
          variant="quiet"
          icon={<Icon name="add" size="small" />}
          onClick={() => put([...group.members, condition()])}
        >
          <Text source="Add Condition" />
        </Button>
        {depth < limits.filterDepth - 1 && (
          <Button
            size="small"
            variant="quiet"
            icon={<Icon name="add" size="small" />}
            onClick={() => put([...group.members, { key: ++lastKey, word: 'or', members: [condition()] }])}
          >
            <Text source="Add Group" />
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const words: Readonly<Record<Word, string>> = { and: 'All of these', or: 'Any of these', none: 'None of these' }

/** The present conditions as one group. */
function beginning({ filters, group }: EntityState): FilterGroup {
  const leaves = leavesOf(filters)
  if (!group) return { and: leaves }
  return leaves.length === 0 ? group : { and: [...leaves, group] }
}

function groupFrom(group: FilterGroup): Group {
  const { word, members } = readGroup(group)
  return { key: ++lastKey, word, members: members.map(nodeFrom) }
}

function nodeFrom(part: FilterPart): Node {
  if (!isFilterLeaf(part)) return groupFrom(part)
  return { key: ++lastKey, fieldname: part[0], pair: [part[1], part[2]] }
}

/** The filter of a node; null for a condition that is not whole, and for a group without any. */
function partOf(node: Node): FilterPart | null {
  if (!isGroupNode(node)) return node.pair && [node.fieldname, ...node.pair]
  return writeGroup(
    node.word,
    node.members.flatMap((member) => {
      const part = partOf(member)
      return part ? [part] : []
    }),
  )
}
