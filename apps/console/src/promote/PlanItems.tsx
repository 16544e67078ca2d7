import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon, Pill } from '@tavla/ui'
import { useState } from 'react'
import type { PlanItem } from './promotion-calls.ts'
import { ValueDifference } from './ValueDifference.tsx'
import { firstText } from './value-changes.ts'

interface PlanItemsProps {
  items: readonly PlanItem[]
  isFixed: boolean
  onPick: (keys: readonly string[]) => void
}

/** The items of a plan by kind; each opens to its value before and after. */
export function PlanItems({ items, isFixed, onPick }: PlanItemsProps) {
  const { t } = useI18n()
  const [open, setOpen] = useState<string | null>(null)
  const keys = items.filter(({ picked }) => picked === 1).map(({ key }) => key)
  const toggle = (key: string) => onPick(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
  return (
    <div className="plan-items">
      {Object.entries(Object.groupBy(items, kindOf)).map(([kind, ofKind = []]) => (
        <section key={kind} aria-label={t(kind)}>
          <h3>
            <Text source={kind} />
          </h3>
          <ul>
            {ofKind.map((item) => (
              <li key={item.key}>
                <div className="plan-item">
                  <Checkbox
                    aria-label={nameOf(item)}
                    isChecked={item.picked === 1}
                    disabled={isFixed}
                    onChange={() => toggle(item.key)}
                  />
                  <button
                    type="button"
                    aria-expanded={open === item.key}
                    onClick={() => setOpen(open === item.key ? null : item.key)}
                  >
                    <bdi>{nameOf(item)}</bdi>
                    <span className="plan-change">
                      <Text source={changes[item.change] ?? item.change} />
                    </span>
                    <Icon name="keyboard_arrow_down" size="small" />
                  </button>
                  {item.conflict === 1 && (
                    <Pill color="Orange">
                      <Text source="Conflict" />
                    </Pill>
                  )}
                  <Pill color={colors[item.risk]}>
                    <Text source={item.risk} />
                  </Pill>
                </div>
                {open === item.key && <ValueDifference before={item.before} after={item.after} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const colors = { Safe: 'Green', Careful: 'Yellow', Loss: 'Red' } as const
const changes: Readonly<Record<string, string>> = {
  add: 'Added',
  change: 'Changed',
  rename: 'Renamed',
  remove: 'Removed',
}

/** `Entity/Deal` is an item of kind Entity. */
const kindOf = ({ key }: PlanItem) => key.slice(0, key.indexOf('/')) || key

/** The words by which people know the item; its id alone says nothing where it is made by chance. */
function nameOf({ key, before, after }: PlanItem): string {
  const value = (after ?? before ?? {}) as Readonly<Record<string, unknown>>
  return firstText(value, nameFields) || key.slice(key.indexOf('/') + 1)
}

const nameFields = ['source_text', 'title', 'template_name', 'role_name', 'profile_name']
