import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon, Pill } from '@tavla/ui'
import { useState } from 'react'
import { itemName, kindOf } from './plan-names.ts'
import type { PlanItem } from './promotion-calls.ts'
import { ValueDifference } from './ValueDifference.tsx'

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
                    aria-label={itemName(item, t)}
                    isChecked={item.picked === 1}
                    disabled={isFixed}
                    onChange={() => toggle(item.key)}
                  />
                  <button
                    type="button"
                    aria-expanded={open === item.key}
                    onClick={() => setOpen(open === item.key ? null : item.key)}
                  >
                    <bdi>{itemName(item, t)}</bdi>
                    <span className="plan-change">
                      <Text source={changes[item.change] ?? item.change} />
                    </span>
                    <Icon name="keyboard_arrow_down" size="small" />
                  </button>
                  <Risk item={item} />
                </div>
                {open === item.key && (
                  <>
                    {item.conflict === 1 && (
                      <p className="plan-conflict">
                        <Text source="Both sides changed this. Picking it replaces what the target has." />
                      </p>
                    )}
                    <ValueDifference before={item.before} after={item.after} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** A conflict is not called safe, although it loses no data. */
function Risk({ item: { conflict, risk } }: { item: PlanItem }) {
  return (
    <>
      {conflict === 1 && (
        <Pill color="Orange">
          <Text source="Conflict" />
        </Pill>
      )}
      {!(conflict === 1 && risk === 'Safe') && (
        <Pill color={colors[risk]}>
          <Text source={risk} />
        </Pill>
      )}
    </>
  )
}

const colors = { Safe: 'Green', Careful: 'Yellow', Loss: 'Red' } as const
const changes: Readonly<Record<string, string>> = {
  add: 'Added',
  change: 'Changed',
  rename: 'Renamed',
  remove: 'Removed',
}
