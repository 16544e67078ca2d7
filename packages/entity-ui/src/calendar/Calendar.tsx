import type { EntityState, EntityStore } from '@tavla/client'
import { laneOf } from '@tavla/client/lanes'
import type { EntityRecord, Meta } from '@tavla/contract'
import { useNow } from '@tavla/i18n/react'
import { useId, useMemo } from 'react'
import { cardFields, neededFields } from '../board/board-fields.ts'
import { mayDo } from '../detail/record-rights.ts'
import { useEnvironment } from '../environment.ts'
import { type OpenTarget, useOpenRecord } from '../list/useOpenRecord.ts'
import { useSelectRow } from '../list/useSelectRow.ts'
import { CalendarBar } from './CalendarBar.tsx'
import { CalendarRows } from './CalendarRows.tsx'
import { CalendarSheet } from './CalendarSheet.tsx'
import { CalendarContext } from './calendar-context.ts'
import { type CalendarFields, stateField } from './calendar-fields.ts'
import { entryOrder, standingIn } from './calendar-query.ts'
import { useDayNames } from './day-names.ts'
import { type Day, monthBegin, monthEnd } from './days.ts'
import { useCalendarPlace } from './useCalendarPlace.ts'

interface CalendarProps {
  state: EntityState
  store: EntityStore
  meta: Meta
  fields: CalendarFields
  target: OpenTarget
  active: string | null
  onAdd: (() => void) | undefined
}

/** The records of an entity on their days: a month, a week, or a list by days. */
export function Calendar({ state, store, meta, fields, target, active, onAdd }: CalendarProps) {
  const { session, now } = useEnvironment()
  const names = useDayNames()
  const titleId = useId()
  const today = useNow(now).slice(0, 10)
  const place = useCalendarPlace(store, today, session.week_start ?? 'Sunday')
  const { mode, anchor, weeks, step, show, setMode } = place
  const { listFields, listMeta, selected } = state
  const { onSelect } = useSelectRow(state, store, true)
  const { hrefOf, open } = useOpenRecord(store, target)
  const { start, end } = fields
  const shown = useMemo(() => {
    const states = stateField(meta)
    const card = cardFields({ meta, listFields, listMeta }, start)
    const others = [...neededFields(meta, start, card), end?.fieldname, states?.fieldname]
    return { card, states, needed: [...new Set(others.filter((name) => name !== undefined))] }
  }, [meta, listFields, listMeta, start, end])
  const canMove = (record: EntityRecord) =>
    start.read_only !== 1 && mayDo(meta.doc_meta.permissions, 'write', record.owner, session.user)
  const parts = {
    ...{ meta, fields, today, active, hrefOf, onSelect, canMove },
    card: shown.card,
    state: shown.states,
    selected: new Set(selected),
    onOpen: open,
    canResize: end !== undefined && end.read_only !== 1,
  }
  const addOn =
    onAdd &&
    ((day: Day) => {
      store.setDraft(start.fieldname, start.fieldtype === 'Datetime' ? `${day} ${morning}` : day)
      onAdd()
    })
  const range = { from: monthBegin(anchor), to: monthEnd(anchor) }
  const [first = today, last = today] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const title = mode === 'week' ? names.range(first, last) : names.month(anchor)
  return (
    <div className="planner">
      <CalendarBar {...{ titleId, title, mode }} onMode={setMode} onStep={step} onToday={() => show(today)} />
      {mode === 'agenda' ? (
        <CalendarContext value={{ ...parts, carried: null }}>
          <CalendarRows
            key={range.from}
            lane={laneOf(store, {
              where: standingIn(fields, range),
              fields: shown.needed,
              orderBy: entryOrder(fields),
            })}
            label={title}
            hasDays
            onClear={selected.length > 0 ? store.clearSelection : undefined}
          />
        </CalendarContext>
      ) : (
        <CalendarSheet {...{ state, store, parts, place, titleId }} needed={shown.needed} onAdd={addOn} />
      )}
    </div>
  )
}

/** The time of a record that is added on a day. */
const morning = '09:00:00'
