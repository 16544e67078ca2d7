import { conditionFault, type EntityState, type EntityStore, groupFaults } from '@tavla/client'
import type { FieldMeta, Message } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, lazyPart, PopoverPanel } from '@tavla/ui'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { wrongGroupBy } from '../groups/group-choice.ts'
import { type ListCondition, listConditions, withCondition } from './conditions.ts'
import { saysWhole } from './says-whole.ts'
import { type ConditionText, useConditionText } from './useConditionText.ts'
import { useTitles } from './useTitles.ts'
import './filters.css'

const AddFilter = lazyPart(() => import('./AddFilter.tsx'), 'line')
const ChipEditor = lazyPart(() => import('./ChipEditor.tsx'), 'line')
const FilterBuilder = lazyPart(() => import('./FilterBuilder.tsx'), 'window')

interface FilterChipsProps {
  state: EntityState
  store: EntityStore
}

interface QuickFields {
  /** The fields with a quick filter in sight, which is the chip of what it says. */
  quick: readonly FieldMeta[]
}

/**
 * Every condition of the list as a chip that opens and goes, and a button for another one (reference: screens, Filters).
 * The parts that the server would refuse are struck, with the reason.
 */
export default function FilterChips({ state, store, quick }: FilterChipsProps & QuickFields) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const row = useRef<HTMLUListElement>(null)
  const [isBuilding, setBuilding] = useState(false)
  const { meta, filters, group } = state
  const titles = useTitles(state)
  const { textOf, sentenceOf } = useConditionText(state, titles)
  if (!meta) return null
  const asked = wrongGroupBy(state)
  const groupField = meta.all_fields.find(({ fieldname }) => fieldname === asked)
  const wrongGroup = groupField ? t(groupField.label) : asked
  const remove = (act: () => void) => {
    act()
    // The button disappears with its chip.
    row.current?.querySelector<HTMLElement>('.filter-add')?.focus()
  }
  const faults = group ? groupFaults(meta, group) : []
  const faultOf = ({ fieldname, pair }: ListCondition) => conditionFault(meta, fieldname, ...pair)
  const isSaid = (condition: ListCondition) =>
    faultOf(condition) === null &&
    quick.some((field) => field.fieldname === condition.fieldname && saysWhole(field, filters[field.fieldname]))
  return (
    <>
      <ul ref={row} className="filter-chips" aria-label={t('Filters')}>
        {listConditions(filters).map(
          (condition) =>
            !isSaid(condition) && (
              <ConditionChip
                key={`${condition.fieldname}\n${condition.index}`}
                condition={condition}
                text={textOf(condition.fieldname, condition.pair)}
                fault={faultOf(condition)}
                state={state}
                store={store}
                onRemove={() =>
                  remove(() => store.setFilter(condition.fieldname, withCondition(state, condition, null)))
                }
              />
            ),
        )}
        {group && (
          <Chip
            label={sentenceOf(group)}
            faults={faults}
            onRemove={() => remove(() => store.setConditions(filters, null))}
          >
            <button type="button" className="filter-chip-open" onClick={() => setBuilding(true)}>
              <bdi className="filter-chip-sentence">{sentenceOf(group)}</bdi>
            </button>
          </Chip>
        )}
        {state.lost.map((name) => (
          <Chip
            key={`lost\n${name}`}
            label={name}
            faults={[{ text: 'The field {0} is gone, or you may not see it.', args: [name] }]}
            onRemove={() => remove(() => void store.forgetLost().catch(onError))}
          >
            <s className="filter-chip-open">
              <bdi>{name}</bdi>
            </s>
          </Chip>
        ))}
        {wrongGroup !== '' && (
          <Chip
            label={`${t('Group By')} ${wrongGroup}`}
            faults={[{ text: 'The list cannot be grouped by {0}.', args: [wrongGroup] }]}
            onRemove={() => remove(() => void store.setGroupBy('').catch(onError))}
          >
            <s className="filter-chip-open">
              <Text source="Group By" /> <bdi>{wrongGroup}</bdi>
            </s>
          </Chip>
        )}
        <li>
          <PopoverPanel
            label={t('Add Filter')}
            button={{
              variant: 'quiet',
              size: 'small',
              className: 'filter-add',
              icon: <Icon name="add" size="small" />,
              children: <Text source="Filter" />,
              'aria-label': t('Add Filter'),
            }}
          >
            {(close) => (
              <Suspense fallback={<div className="filter-panel" />}>
                <AddFilter
                  state={state}
                  store={store}
                  onBuild={() => {
                    close()
                    setBuilding(true)
                  }}
                />
              </Suspense>
            )}
          </PopoverPanel>
        </li>
      </ul>
      {isBuilding && (
        <Suspense fallback={null}>
          <FilterBuilder state={state} store={store} meta={meta} onClose={() => setBuilding(false)} />
        </Suspense>
      )}
    </>
  )
}

interface ConditionChipProps extends FilterChipsProps {
  condition: ListCondition
  text: ConditionText
  fault: Message | null
  onRemove: () => void
}

function ConditionChip({ condition, text, fault, state, store, onRemove }: ConditionChipProps) {
  const { field, operator, value } = text
  const said = [field, operator, value].filter((word) => word !== '').join(' ')
  const parts = (
    <>
      <bdi>{field}</bdi> <span className="filter-chip-operator">{operator}</span>{' '}
      {value !== '' && <bdi className="filter-chip-value">{value}</bdi>}
    </>
  )
  return (
    <Chip label={said} faults={fault ? [fault] : []} onRemove={onRemove}>
      {fault ? (
        <s className="filter-chip-open">{parts}</s>
      ) : (
        <PopoverPanel
          label={said}
          button={{ variant: 'quiet', size: 'small', className: 'filter-chip-open', children: parts }}
        >
          {(close) => (
            <Suspense fallback={<div className="filter-panel" />}>
              <ChipEditor condition={condition} state={state} store={store} onClose={close} />
            </Suspense>
          )}
        </PopoverPanel>
      )}
    </Chip>
  )
}

interface ChipProps {
  /** The condition in words. */
  label: string
  faults: readonly Message[]
  onRemove: () => void
  children: ReactNode
}

function Chip({ label, faults, onRemove, children }: ChipProps) {
  const { t } = useI18n()
  const [fault] = faults
  return (
    <li className="filter-chip" data-wrong={fault ? true : undefined}>
      {children}
      {fault && (
        <span className="filter-chip-fault">
          <Text source={fault.text} args={argsOf(fault, t)} />
        </span>
      )}
      <button type="button" className="filter-chip-remove" aria-label={t('Remove {0}', [label])} onClick={onRemove}>
        <Icon name="close" size="small" />
      </button>
    </li>
  )
}

const argsOf = ({ args }: Message, t: (text: string) => string): string[] =>
  (Array.isArray(args) ? (args as unknown[]) : []).map((one) =>
    typeof one === 'object' && one !== null && 'translate' in one ? t(String(one.translate)) : String(one),
  )
